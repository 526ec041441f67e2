/// The values that the command line gives a lane's parameters.
enum LaneArguments {
  /// The values by name of words such as `notes=NEWS.md`.
  ///
  /// - Throws: `CommandError.badArgument` for a word of another form.
  static func values(of words: [String]) throws(CommandError) -> [String: String] {
    var values: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else { throw .badArgument(word) }
      values[parts[0]] = parts[1]
    }
    return values
  }
}
