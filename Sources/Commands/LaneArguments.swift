import TextEditing

/// The values that the command line gives a lane's parameters.
enum LaneArguments {
  /// The values by name of words such as `notes=NEWS.md`.
  ///
  /// - Throws: `Failure.badArgument` for a word of another form.
  static func values(of words: [String]) throws(Failure) -> [String: String] {
    var values: [String: String] = [:]
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, !parts[0].isEmpty else { throw .badArgument(word) }
      values[parts[0]] = parts[1]
    }
    return values
  }
}

extension Failure {
  /// A word behind a lane that is no value of a parameter.
  static func badArgument(_ text: String) -> Failure {
    Failure("`\(text)` is no value of a parameter, expected `name=value`", exit: .usage)
  }
}
