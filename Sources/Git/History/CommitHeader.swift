import Versioning

/// What leads a walk through history on: the parents and the time of a stored commit. Its other lines are `CommitBytes`'.
struct CommitHeader {
  private(set) var parents: [RawObjectID] = []
  /// When it was committed, in seconds since 1970; 0 where that cannot be read, as for git.
  private(set) var time: Int64 = 0

  /// - Parameter bytes: All of the commit, `tree` first, then its parents, the author, the committer.
  init(_ bytes: UnsafeRawBufferPointer) {
    var position = Self.lineLength
    while Self.has("parent ", bytes, at: position), position + 8 + 40 <= bytes.count,
      let id = RawObjectID(digits: UnsafeRawBufferPointer(rebasing: bytes[(position + 7)..<(position + 47)]))
    {
      parents.append(id)
      position += 48
    }
    guard Self.has("author ", bytes, at: position), let end = bytes[position...].firstIndex(of: 0x0a),
      Self.has("committer ", bytes, at: end + 1)
    else { return }
    let line = bytes[(end + 1)...].prefix { $0 != 0x0a }
    guard let close = line.lastIndex(of: UInt8(ascii: ">")) else { return }
    for byte in line[(close + 1)...].drop(while: { $0 == 0x20 }) {
      let (product, isTooGreat) = time.multipliedReportingOverflow(by: 10)
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), !isTooGreat, product < .max - 9 else { break }
      time = product + Int64(byte - UInt8(ascii: "0"))
    }
  }

  /// Of `tree `, an id and the line's end.
  private static let lineLength = 46

  private static func has(_ word: StaticString, _ bytes: UnsafeRawBufferPointer, at position: Int) -> Bool {
    guard position >= 0, position + word.utf8CodeUnitCount <= bytes.count else { return false }
    for index in 0..<word.utf8CodeUnitCount where bytes[position + index] != word.utf8Start[index] { return false }
    return true
  }
}
