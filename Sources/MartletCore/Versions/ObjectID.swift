/// The id of a commit, tag, tree or blob: the hash of its bytes.
package struct ObjectID: Hashable, Sendable {
  /// 40 digits are stored as their bytes: histories have very many ids.
  private enum Storage: Hashable, Sendable {
    case bytes(RawObjectID)
    case digits(String)
  }

  private let storage: Storage

  /// Parses `hex`; nil unless it is 40 or 64 hexadecimal digits.
  package init?(_ hex: String) {
    if let raw = RawObjectID(digits: hex.utf8) {
      storage = .bytes(raw)
      return
    }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let letters = UInt8(ascii: "a")...UInt8(ascii: "f")
    guard hex.utf8.count == 64, hex.utf8.allSatisfy({ digits.contains($0) || letters.contains($0 | 0x20) }) else {
      return nil
    }
    storage = .digits(hex.lowercased())
  }

  /// Creates the id of 20 bytes.
  init(_ id: RawObjectID) {
    storage = .bytes(id)
  }

  /// 40 lower-case hexadecimal digits, 64 in a SHA-256 repository.
  package var hex: String {
    switch storage {
    case .bytes(let id): id.hex
    case .digits(let hex): hex
    }
  }

  /// Its 20 bytes; nil for a longer id.
  var raw: RawObjectID? {
    switch storage {
    case .bytes(let id): id
    case .digits: nil
    }
  }

  /// The first seven digits, the usual short form.
  package var short: String {
    switch storage {
    case .bytes(let id): id.short
    case .digits(let hex): String(hex.prefix(7))
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
