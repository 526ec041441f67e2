// Workflow commands that CI systems execute when they are in a log. GitHub and compatible systems accept `::` at the
// beginning of a line, after optional blanks, and the older `##[…]` anywhere (`ActionCommand.cs` of actions/runner),
// Azure `##vso[…]`, and TeamCity `##teamcity[…]`. Buildkite begins sections at certain prefixes of lines.
extension String {
  private static let commandBeginnings = ["##[", "##vso[", "##teamcity["]

  /// Returns this text with workflow commands escaped: `\u{3a}:set-output …`.
  package func withoutLogCommands() -> String {
    guard utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }) else { return self }
    let lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let command = line.drop(while: \.properties.isWhitespace)
      guard command.starts(with: "::".unicodeScalars) else { return String(line) }
      return String(line[..<command.startIndex]) + "\\u{3a}" + String(command.dropFirst())
    }
    return lines.joined(separator: "\n").replacingCommandBeginnings(by: "\\u{23}")
  }

  private static let sectionBeginnings = ["---", "+++", "~~~", "^^^ +++"]

  /// Returns this text with Buildkite's section prefixes escaped, also after colours: `\u{2d}-- …`.
  ///
  /// Source: `headerRegex`, `headerExpansionRegex` and `ansiColourRegex` of buildkite/agent, `process/timestamper.go`.
  package func withoutSectionCommands() -> String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let text = line.unicodeScalars
      let start = text.endOfColours(from: text.startIndex)
      let rest = line[start...]
      guard let sign = Self.sectionBeginnings.first(where: { rest.hasPrefix($0) }),
        sign.count > 3 || rest.dropFirst(sign.count).first?.isWhitespace == true, let first = text[start...].first
      else { return String(line) }
      return line[..<start] + "\\u{\(String(first.value, radix: 16))}" + rest.dropFirst()
    }
    return lines.joined(separator: "\n")
  }

  /// Returns this JSON with workflow commands escaped, which does not change its value.
  package func withoutLogCommandsInJSON() -> String { replacingCommandBeginnings(by: "\\u0023") }

  private func replacingCommandBeginnings(by sign: String) -> String {
    guard utf8.contains(UInt8(ascii: "#")) else { return self }
    return Self.commandBeginnings.reduce(self) { $0.replacing($1, with: sign + $1.dropFirst()) }
  }
}

extension Substring.UnicodeScalarView {
  /// Returns the end of the colour sequences at `start`.
  fileprivate func endOfColours(from start: Index) -> Index {
    var end = start
    while self[end...].starts(with: "\u{1B}[".unicodeScalars),
      let last = self[end...].dropFirst(2).firstIndex(where: { !";0123456789".unicodeScalars.contains($0) }),
      self[last] == "m" || self[last] == "K"
    {
      end = index(after: last)
    }
    return end
  }
}
