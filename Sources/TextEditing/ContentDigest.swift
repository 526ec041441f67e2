/// The SHA-256 of a file's bytes: what a plan expects to find before it writes.
package struct ContentDigest: Hashable, Sendable {
  /// 64 lower-case hexadecimal digits.
  package let hex: String

  /// The digest of `bytes`.
  package init(of bytes: [UInt8]) {
    var hasher = ContentHasher()
    bytes.withUnsafeBytes { hasher.append($0) }
    self = hasher.digest()
  }

  /// The digest that is spelled so; nil when that is anything but 64 lower-case hexadecimal digits.
  package init?(hex: String) {
    guard hex.utf8.count == 64, hex.utf8.allSatisfy({ $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")) ~= $0 })
    else { return nil }
    self.hex = hex
  }

  /// The digest that is these eight words.
  init(words: [UInt32]) {
    hex = words.map { word in
      let digits = String(word, radix: 16)
      return String(repeating: "0", count: 8 - digits.count) + digits
    }.joined()
  }
}

extension ContentDigest: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    hex = try container.decode(String.self)
    guard hex.utf8.count == 64, hex.utf8.allSatisfy({ Character(.init($0)).isHexDigit }) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no SHA-256 digest")
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
