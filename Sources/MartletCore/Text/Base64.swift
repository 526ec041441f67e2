/// Base64 (RFC 4648, 4 and 5).
package struct Base64: Sendable {
  package static let standard = Base64(lastDigits: "+/")
  package static let urlSafe = Base64(lastDigits: "-_")

  private let digits: [UInt8]
  private let values: [UInt8: UInt32]

  private init(lastDigits: String) {
    digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789\(lastDigits)".utf8)
    values = Dictionary(uniqueKeysWithValues: digits.enumerated().map { ($1, UInt32($0)) })
  }

  /// Returns the digits of `bytes`, without padding.
  package func digits(of bytes: [UInt8]) -> [UInt8] {
    let wholeCount = bytes.count / 3
    var text = [UInt8](unsafeUninitializedCapacity: wholeCount * 4 + 3) { text, count in
      for group in 0..<wholeCount {
        let start = group * 3
        let bits = Int(bytes[start]) << 16 | Int(bytes[start + 1]) << 8 | Int(bytes[start + 2])
        for offset in 0..<4 {
          text.initializeElement(at: group * 4 + offset, to: digits[bits >> (18 - 6 * offset) & 63])
        }
      }
      count = wholeCount * 4
    }
    let last = bytes.dropFirst(wholeCount * 3)
    guard !last.isEmpty else { return text }
    let bits = last.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - last.count))
    for digit in 0...last.count { text.append(digits[bits >> (18 - 6 * digit) & 63]) }
    return text
  }

  /// Encodes `bytes`, padded, on one line.
  package func text(of bytes: [UInt8]) -> String {
    let digits = digits(of: bytes)
    return String(decoding: digits, as: UTF8.self) + String(repeating: "=", count: (4 - digits.count % 4) % 4)
  }

  /// Decodes `text`; nil if it is not padded base64 on one line.
  package func bytes(of text: String) -> [UInt8]? {
    let text = Array(text.utf8)
    guard text.count % 4 == 0 else { return nil }
    let digits = text.dropLast(text.suffix(2).count { $0 == UInt8(ascii: "=") })
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3)
    for start in stride(from: 0, to: digits.count, by: 4) {
      let group = digits[start..<min(start + 4, digits.count)]
      var bits: UInt32 = 0
      for digit in group {
        guard let value = values[digit] else { return nil }
        bits = bits << 6 | value
      }
      bits <<= 6 * UInt32(4 - group.count)
      for byte in 0..<(group.count - 1) { bytes.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * UInt32(byte)))) }
    }
    return bytes
  }
}
