/// The SHA-256 of a file's bytes. A plan stores it to detect changes before it writes.
package struct ContentDigest: Hashable, Sendable {
  // Stored as integers, not as digits: a plan of many files has many digests.
  private let first: UInt64
  private let second: UInt64
  private let third: UInt64
  private let fourth: UInt64

  /// The digest of `bytes`.
  package init(of bytes: [UInt8]) {
    var hasher = ContentHasher()
    hasher.append(bytes[...])
    self = hasher.digest()
  }

  /// Parses 64 lower-case hexadecimal digits; nil for any other text.
  package init?(hex: String) {
    guard hex.utf8.count == 64 else { return nil }
    var words: [UInt64] = [0, 0, 0, 0]
    for (index, digit) in hex.utf8.enumerated() {
      guard let value = digit.hexadecimalValue else { return nil }
      words[index / 16] = words[index / 16] << 4 | value
    }
    (first, second, third, fourth) = (words[0], words[1], words[2], words[3])
  }

  /// Creates the digest of these eight words.
  init(words: SIMD8<UInt32>) {
    func pair(_ index: Int) -> UInt64 { UInt64(words[index]) << 32 | UInt64(words[index + 1]) }
    (first, second, third, fourth) = (pair(0), pair(2), pair(4), pair(6))
  }

  /// 64 lower-case hexadecimal digits.
  package var hex: String {
    String(unsafeUninitializedCapacity: 64) { digits in
      var index = 0
      for word in [first, second, third, fourth] {
        for shift in stride(from: UInt64(60), through: 0, by: -4) {
          let value = UInt8(truncatingIfNeeded: word &>> shift & 15)
          digits.initializeElement(
            at: index, to: value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") - 10 + value)
          index += 1
        }
      }
      return index
    }
  }
}

extension UInt8 {
  /// The value of a lower-case hexadecimal digit; nil for any other byte.
  fileprivate var hexadecimalValue: UInt64? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(self - UInt8(ascii: "a") + 10)
    default: nil
    }
  }
}

extension ContentDigest: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let digest = ContentDigest(hex: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no SHA-256 digest")
    }
    self = digest
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
