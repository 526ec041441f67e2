/// The name that git gives to a commit, tag, tree or blob: the hash of its bytes.
package struct ObjectID: Hashable, Sendable {
  /// 40 lower-case hexadecimal digits, 64 in a SHA-256 repository.
  package let hex: String

  /// The id, or nil when `hex` is not 40 or 64 hexadecimal digits.
  package init?(_ hex: String) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
    guard [40, 64].contains(hex.utf8.count),
      hex.utf8.allSatisfy({ digits.contains($0) || letters.contains($0 | 0x20) })
    else { return nil }
    self.hex = hex.utf8.contains { $0 < UInt8(ascii: "a") && $0 > UInt8(ascii: "9") } ? hex.lowercased() : hex
  }

  /// The id of those 20 bytes.
  init(_ id: RawObjectID) {
    hex = id.hex
  }

  /// The first seven digits, as people quote it.
  package var short: String { String(hex.prefix(7)) }
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
