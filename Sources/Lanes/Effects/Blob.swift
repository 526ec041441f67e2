import MartletCore

/// The bytes of a file, which need not be text, or only their digest. In JSON the bytes are base64.
package struct Blob: Hashable, Sendable, Codable {
  /// Nil if only the digest is known.
  package let bytes: [UInt8]?
  /// Computed once, because plans, journals and performers use it.
  package let digest: ContentDigest

  package init(bytes: [UInt8]) {
    self.bytes = bytes
    digest = ContentDigest(of: bytes)
  }

  private init(digest: ContentDigest) {
    bytes = nil
    self.digest = digest
  }

  package var withoutBytes: Blob { Blob(digest: digest) }

  private enum CodingKeys: CodingKey {
    case sha256
  }

  package init(from decoder: any Decoder) throws {
    if let values = try? decoder.container(keyedBy: CodingKeys.self) {
      self.init(digest: try values.decode(ContentDigest.self, forKey: .sha256))
      return
    }
    let container = try decoder.singleValueContainer()
    guard let bytes = Base64.standard.bytes(of: try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "invalid base64")
    }
    self.init(bytes: bytes)
  }

  package func encode(to encoder: any Encoder) throws {
    guard let bytes else {
      var values = encoder.container(keyedBy: CodingKeys.self)
      return try values.encode(digest, forKey: .sha256)
    }
    var container = encoder.singleValueContainer()
    try container.encode(Base64.standard.text(of: bytes))
  }
}
