import MartletCore

extension Base64 {
  /// Returns the parts that the base64 encoding of any text with `bytes` in it contains.
  ///
  /// Three bytes become four digits, so the digits depend on the offset: `user:secret` and `secret` have different
  /// digits. Digits that neighbouring bytes contribute to are left out, except where `bytes` ends the text. For output
  /// in lines of 64 or 76 digits, as mail and `base64` write it, each line is a fragment.
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
