import TextEditing

// The forms in which CI systems take values from one step to the next.
extension RunReport {
  /// Lines for the file that `GITHUB_OUTPUT` names. What ends a value is `delimiter`, which nobody else knew before.
  ///
  /// https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands#multiline-strings
  func gitHubOutputs(delimiter: String) -> String {
    values.map { "\($0.name)<<\(delimiter)\n\($0.value)\n\(delimiter)\n" }.joined()
  }

  /// The values as the lines of a `.env` file that GitLab takes for a report and a shell for assignments, which need no
  /// quotes.
  ///
  /// - Returns: also the names of the variables that are left out, because their values would be more than text to one of
  ///   the two.
  func environmentFile() -> (text: String, omitted: [String]) {
    let lines = values.map { ("MARTLET_\($0.name.uppercased())", $0.value) }
    let (plain, other) = (lines.filter { $0.1.isPlain }, lines.filter { !$0.1.isPlain })
    return (plain.map { "\($0.0)=\($0.1)\n" }.joined(), other.map(\.0))
  }
}

extension String {
  /// Whether it is the same quoted and not, to a shell, in a `.env` file and to GitLab.
  fileprivate var isPlain: Bool {
    utf8.allSatisfy { $0.isIdentifier || $0.isDigit || "-._/+@:,".utf8.contains($0) }
  }
}
