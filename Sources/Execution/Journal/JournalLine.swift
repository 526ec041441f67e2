import MartletCore

/// A line of a journal: a JSON object whose last member is the SHA-256 of the object without it.
struct JournalLine {
  private static let member = Array(#","sha256":""#.utf8)

  let digest: ContentDigest

  /// Parses a line without its line end; nil when its digest does not match.
  init?(checking bytes: [UInt8]) {
    let endCount = Self.member.count + 64 + 2
    guard bytes.count > endCount else { return nil }
    var hasher = ContentHasher()
    hasher.append(bytes.dropLast(endCount))
    digest = Self.digest(hasher)
    guard bytes.suffix(endCount).elementsEqual(Self.end(digest)) else { return nil }
  }

  /// Returns the digest of the object that `hasher` has read without its closing brace.
  static func digest(_ hasher: ContentHasher) -> ContentDigest {
    var hasher = hasher
    hasher.append([UInt8(ascii: "}")])
    return hasher.digest()
  }

  /// Passes `record` as a line with its end.
  ///
  /// - Returns: The digest of the line.
  static func write(_ record: JournalRecord, _ take: (ArraySlice<UInt8>) throws -> Void) throws -> ContentDigest {
    var hasher = ContentHasher()
    try record.forEachPiece { piece in
      hasher.append(piece)
      try take(piece)
    }
    let digest = digest(hasher)
    try take((end(digest) + [UInt8(ascii: "\n")])[...])
    return digest
  }

  /// Returns the lines of a whole journal.
  ///
  /// - Parameter events: With their times, in seconds since 1970.
  static func bytes(of events: [(JournalEvent, Int64)]) throws -> [UInt8] {
    var (bytes, previous): ([UInt8], ContentDigest?) = ([], nil)
    for (number, (event, time)) in events.enumerated() {
      let line = JournalRecord(number: number + 1, time: time, previous: previous, event: event)
      previous = try write(line) { bytes += $0 }
    }
    return bytes
  }

  /// Returns the end of the line: the digest and the closing brace.
  static func end(_ digest: ContentDigest) -> [UInt8] { member + Array(digest.hex.utf8) + Array(#""}"#.utf8) }
}
