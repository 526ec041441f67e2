import MartletCore

/// The values of lane parameters on the command line.
enum LaneArguments {
  /// Returns the values by name, parsed from arguments such as `notes=NEWS.md`.
  ///
  /// - Throws: `Failure.badArgument` for an argument of another form.
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
  /// An argument after a lane that is not a parameter value.
  static func badArgument(_ text: String) -> Failure {
    Failure("`\(text)` is not a parameter value, expected `name=value`", exit: .usage)
  }
}
