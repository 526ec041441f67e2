import Versioning

/// What leads a walk through history on: the parents and the time of a stored commit. Its other lines are `CommitBytes`'.
struct CommitHeader {
  private(set) var parents: [RawObjectID] = []
  /// When it was committed, in seconds since 1970; 0 where that cannot be read, as for git.
  private(set) var time: Int64 = 0

  /// - Parameter bytes: All of the commit, `tree` first, then its parents, the author, the committer.
  init(_ bytes: UnsafeRawBufferPointer) {
    var position = Self.lineLength
    while bytes.spells("parent ", at: position), position + 8 + 40 <= bytes.count,
      let id = RawObjectID(digits: UnsafeRawBufferPointer(rebasing: bytes[(position + 7)..<(position + 47)]))
    {
      parents.append(id)
      position += 48
    }
    guard bytes.spells("author ", at: position), let end = Platform.index(of: 0x0a, in: bytes, from: position),
      bytes.spells("committer ", at: end + 1)
    else { return }
    let line = bytes[(end + 1)..<(Platform.index(of: 0x0a, in: bytes, from: end + 1) ?? bytes.count)]
    guard let close = line.lastIndex(of: UInt8(ascii: ">")) else { return }
    for byte in line[(close + 1)...].drop(while: { $0 == 0x20 }) {
      let (product, isTooGreat) = time.multipliedReportingOverflow(by: 10)
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), !isTooGreat, product < .max - 9 else { break }
      time = product + Int64(byte - UInt8(ascii: "0"))
    }
  }

  /// Of `tree `, an id and the line's end.
  private static let lineLength = 46
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes of `word` stand at `position`.
  func spells(_ word: StaticString, at position: Int) -> Bool {
    guard position >= 0, position + word.utf8CodeUnitCount <= count else { return false }
    for index in 0..<word.utf8CodeUnitCount where self[position + index] != word.utf8Start[index] { return false }
    return true
  }
}
