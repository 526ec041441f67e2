import TextEditing

extension Base64 {
  /// What the encoding of any text that holds `bytes` has in it.
  ///
  /// Three bytes become four digits, so it depends on what stands before: `user:secret` has other digits than `secret`.
  /// The digits that bytes around it have a part in are left out, except where `bytes` ends the text. What is broken into
  /// lines of 64 or 76 digits, as mail and `base64` do, is given by its lines.
  func fragments(of bytes: [UInt8]) -> [[UInt8]] {
    var fragments: [[UInt8]] = []
    for (offset, foreignDigits) in [(0, 0), (1, 2), (2, 3)] {
      let encoded = digits(of: [UInt8](repeating: 0, count: offset) + bytes)
      let own = Array(encoded.dropFirst(foreignDigits))
      let isCut = (offset + bytes.count) % 3 != 0
      let padding = [UInt8](repeating: UInt8(ascii: "="), count: (4 - encoded.count % 4) % 4)
      fragments += [own, own + padding] + (isCut ? [Array(own.dropLast())] : [])
      if offset == 0 { fragments += [64, 76].flatMap { Self.lines(of: own + padding, width: $0) } }
    }
    return fragments
  }

  private static func lines(of digits: [UInt8], width: Int) -> [[UInt8]] {
    guard digits.count > width else { return [] }
    return stride(from: 0, to: digits.count, by: width).map { Array(digits[$0..<min($0 + width, digits.count)]) }
  }
}
