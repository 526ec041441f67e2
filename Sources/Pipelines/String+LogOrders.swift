// What CI systems look for in the log of a program, and obey. GitHub and its kin take a line that begins with `::` for an
// order, blanks before it aside, and an older form `##[…]` wherever it stands (`ActionCommand.cs` of actions/runner); so do
// Azure with `##vso[…]` and TeamCity with `##teamcity[…]`. Buildkite takes the beginnings of lines for those of sections.
extension String {
  private static let orderBeginnings = ["##[", "##vso[", "##teamcity["]

  /// This text with such orders made visible: `\u{3a}:set-output …`.
  package func withoutLogOrders() -> String {
    guard utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }) else { return self }
    let lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let order = line.drop(while: \.properties.isWhitespace)
      guard order.starts(with: "::".unicodeScalars) else { return String(line) }
      return String(line[..<order.startIndex]) + "\\u{3a}" + String(order.dropFirst())
    }
    return lines.joined(separator: "\n").replacingOrderBeginnings(by: "\\u{23}")
  }

  private static let sectionBeginnings = ["---", "+++", "~~~", "^^^ +++"]

  /// This text with what begins a section of Buildkite's log, colours before it aside, made visible: `\u{2d}-- …`.
  ///
  /// Source: `headerRegex`, `headerExpansionRegex` and `ansiColourRegex` of buildkite/agent, `process/timestamper.go`.
  package func withoutSectionOrders() -> String {
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

  /// This JSON with such orders spelled otherwise: what it stands for is the same.
  package func withoutLogOrdersInJSON() -> String { replacingOrderBeginnings(by: "\\u0023") }

  private func replacingOrderBeginnings(by sign: String) -> String {
    guard utf8.contains(UInt8(ascii: "#")) else { return self }
    return Self.orderBeginnings.reduce(self) { $0.replacing($1, with: sign + $1.dropFirst()) }
  }
}

extension Substring.UnicodeScalarView {
  /// Where the signs end that set colours, from `start` on.
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
