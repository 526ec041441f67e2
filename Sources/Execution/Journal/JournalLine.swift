import TextEditing

/// A line of a journal: a JSON object whose last member is the SHA-256 of the object without it.
struct JournalLine {
  private static let member = Array(#","sha256":""#.utf8)

  let digest: ContentDigest

  /// The line that `bytes` are, without the line end; nil when they are not as they were written.
  init?(checking bytes: [UInt8]) {
    let endCount = Self.member.count + 64 + 2
    guard bytes.count > endCount else { return nil }
    var hasher = ContentHasher()
    bytes.dropLast(endCount).withUnsafeBytes { hasher.append($0) }
    digest = Self.digest(hasher)
    guard bytes.suffix(endCount).elementsEqual(Self.end(digest)) else { return nil }
  }

  /// The digest of the object that `hasher` has taken but for the brace that it ends in.
  static func digest(_ hasher: ContentHasher) -> ContentDigest {
    var hasher = hasher
    [UInt8(ascii: "}")].withUnsafeBytes { hasher.append($0) }
    return hasher.digest()
  }

  /// What takes the place of that brace in the line.
  static func end(_ digest: ContentDigest) -> [UInt8] { member + Array(digest.hex.utf8) + Array(#""}"#.utf8) }
}
