// What CI systems look for in the log of a program, and obey. GitHub and its kin take a line that begins with `::` for an
// order, blanks before it aside, and an older form `##[…]` wherever it stands (`ActionCommand.cs` of actions/runner); so do
// Azure with `##vso[…]` and TeamCity with `##teamcity[…]`.
extension String {
  private static let orderBeginnings = ["##[", "##vso[", "##teamcity["]

  /// This text with such orders made visible: `\u{3a}:set-output …`.
  func withoutLogOrders() -> String {
    guard utf8.contains(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "#") }) else { return self }
    let lines = unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      let order = line.drop(while: \.properties.isWhitespace)
      guard order.starts(with: "::".unicodeScalars) else { return String(line) }
      return String(line[..<order.startIndex]) + "\\u{3a}" + String(order.dropFirst())
    }
    return lines.joined(separator: "\n").replacingOrderBeginnings(by: "\\u{23}")
  }

  /// This JSON with such orders spelled otherwise: what it stands for is the same.
  func withoutLogOrdersInJSON() -> String { replacingOrderBeginnings(by: "\\u0023") }

  private func replacingOrderBeginnings(by sign: String) -> String {
    guard utf8.contains(UInt8(ascii: "#")) else { return self }
    return Self.orderBeginnings.reduce(self) { $0.replacing($1, with: sign + $1.dropFirst()) }
  }
}
