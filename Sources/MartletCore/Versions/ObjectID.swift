/// The id of a commit, tag, tree or blob: the hash of its bytes, by SHA-1 or SHA-256.
package struct ObjectID: Hashable, Sendable {
  /// The first bytes first; those beyond the length are zero. Histories have very many ids.
  private var words = SIMD4<UInt64>.zero
  /// Its length: 20 in most repositories, 32 in those with SHA-256.
  package let byteCount: Int

  /// The lengths of the ids of git, in bytes.
  private static let byteCounts = [20, 32]

  /// The id of no object, by SHA-1.
  package static let zero = ObjectID()

  private init() { byteCount = 20 }

  /// Parses `hex`; nil unless it is 40 or 64 hexadecimal digits.
  package init?(_ hex: String) {
    byteCount = hex.utf8.count / 2
    guard hex.utf8.count % 2 == 0, Self.byteCounts.contains(byteCount) else { return nil }
    for (index, digit) in hex.utf8.enumerated() {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x41...0x46: value = digit - 0x37
      case 0x61...0x66: value = digit - 0x57
      default: return nil
      }
      words[index / 16] |= UInt64(value) &<< UInt64(60 - index % 16 * 4)
    }
  }

  /// Reads the id of `byteCount` bytes at `offset`; nil if the bytes end before.
  package init?(in bytes: [UInt8], at offset: Int, byteCount: Int) {
    guard offset >= 0, byteCount <= 32, offset <= bytes.count - byteCount else { return nil }
    self.byteCount = byteCount
    for index in 0..<byteCount {
      words[index / 8] |= UInt64(bytes[offset + index]) &<< UInt64(56 - index % 8 * 8)
    }
  }

  /// Ids are hashes already.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(words[0])
  }

  package var bytes: [UInt8] { (0..<byteCount).map(byte) }

  /// 40 lower-case hexadecimal digits, 64 in a SHA-256 repository.
  package var hex: String { digits(byteCount * 2) }

  /// The first seven digits, the usual short form.
  package var short: String { digits(7) }

  private func byte(_ index: Int) -> UInt8 {
    UInt8(truncatingIfNeeded: words[index / 8] &>> UInt64(56 - index % 8 * 8))
  }

  private func digits(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { digits in
      for index in 0..<count {
        let byte = byte(index / 2)
        let value = index % 2 == 0 ? byte >> 4 : byte & 15
        digits[index] = value < 10 ? 0x30 + value : 0x57 + value
      }
      return count
    }
  }
}

extension ObjectID: CustomStringConvertible {
  package var description: String { hex }
}

extension ObjectID: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let id = ObjectID(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "no object id")
    }
    self = id
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(hex)
  }
}
