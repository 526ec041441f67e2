extension Int {
  /// Parses digits that a server has sent, and limits them to `limit`, also if no integer can hold them. nil for other texts.
  ///
  /// A negative number counts as 0.
  package init?(clamping text: some StringProtocol, to limit: Int) {
    let digits = text.utf8.drop { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
    guard !digits.isEmpty, text.utf8.count - digits.count <= 1, digits.allSatisfy(\.isDigit) else { return nil }
    self = text.hasPrefix("-") ? 0 : Swift.min(Int(text) ?? limit, limit)
  }
}
