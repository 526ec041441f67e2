/// The lines that two texts begin and end with alike, found without taking the texts apart: of a large file with few changes
/// that is most of it.
struct CommonEnds {
  /// How many bytes the lines at the beginning have.
  let headCount: Int
  /// How many the lines at the end have, none of which belong to those at the beginning.
  let tailCount: Int

  /// - Parameter lineCount: So many of the common lines next to what differs are left out of both.
  init(of old: [UInt8], and new: [UInt8], keeping lineCount: Int) {
    let limit = min(old.count, new.count)
    (headCount, tailCount) = old.withUnsafeBytes { old in
      new.withUnsafeBytes { new in
        var head = 0
        while head + 8 <= limit, old.word(at: head) == new.word(at: head) { head += 8 }
        while head < limit, old[head] == new[head] { head += 1 }
        head = new.lineStart(before: head)
        var tail = 0
        while tail + 8 <= limit - head, old.word(at: old.count - tail - 8) == new.word(at: new.count - tail - 8) {
          tail += 8
        }
        while tail < limit - head, old[old.count - tail - 1] == new[new.count - tail - 1] { tail += 1 }
        // The first line feed ends a line whose beginning may differ.
        for _ in 0...lineCount { tail = new.count - new.lineEnd(after: new.count - tail) }
        for _ in 0..<lineCount { head = new.lineStart(before: head - 1) }
        return (head, tail)
      }
    }
  }
}

extension UnsafeRawBufferPointer {
  fileprivate func word(at offset: Int) -> UInt64 { loadUnaligned(fromByteOffset: offset, as: UInt64.self) }

  /// Where the line begins that the byte before `offset` belongs to, or that begins at `offset`.
  fileprivate func lineStart(before offset: Int) -> Int {
    var start = Swift.max(0, offset)
    while start > 0, self[start - 1] != .lineFeed { start -= 1 }
    return start
  }

  /// Where the line ends, its line feed included, that has a byte at `offset`.
  fileprivate func lineEnd(after offset: Int) -> Int {
    var end = offset
    while end < count, self[end] != .lineFeed { end += 1 }
    return Swift.min(end + 1, count)
  }
}
