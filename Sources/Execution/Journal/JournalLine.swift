import TextEditing

/// A line of a journal: a JSON object whose last member is the SHA-256 of the object without it.
struct JournalLine {
  private static let member = Array(#","sha256":""#.utf8)

  /// Without the line end.
  let bytes: [UInt8]
  let digest: ContentDigest

  /// The line for the object `json`.
  init(_ json: [UInt8]) {
    digest = ContentDigest(of: json)
    var bytes = json
    bytes.removeLast()
    bytes += Self.member + Array(digest.hex.utf8) + Array(#""}"#.utf8)
    self.bytes = bytes
  }

  /// The line that `bytes` are; nil when they are not as they were written.
  init?(checking bytes: [UInt8]) {
    let suffixCount = Self.member.count + 64 + 2
    guard bytes.count > suffixCount else { return nil }
    self.init(bytes.dropLast(suffixCount) + [UInt8(ascii: "}")])
    guard self.bytes == bytes else { return nil }
  }
}
