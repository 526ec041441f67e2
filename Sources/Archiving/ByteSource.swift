/// Bytes that can be read at any place, such as those of a large file.
package protocol ByteSource {
  /// In bytes.
  var size: Int { get }

  /// Returns exactly `count` bytes from `offset` on, which are inside of the source.
  func bytes(at offset: Int, count: Int) throws -> [UInt8]
}

extension [UInt8]: ByteSource {
  package var size: Int { count }
  package func bytes(at offset: Int, count: Int) -> [UInt8] { Array(self[offset..<offset + count]) }
}

extension ByteSource {
  /// Returns the bytes, or those up to the end.
  func bytes(from offset: Int, atMost count: Int) throws -> [UInt8] {
    guard offset >= 0, offset < size else { return [] }
    return try bytes(at: offset, count: min(count, size - offset))
  }
}

extension RandomAccessCollection<UInt8> where Index == Int {
  /// The number in `count` bytes at `offset` from the start, the lowest byte first; nil beyond the end, and above `Int.max`.
  func littleEndian(at offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= self.count - count else { return nil }
    return Int(
      exactly: (0..<count).reduce(UInt64(0)) { $0 | UInt64(self[startIndex + offset + $1]) << (8 * UInt64($1)) })
  }

  /// The same, the highest byte first.
  func bigEndian(at offset: Int, _ count: Int) -> Int? {
    guard offset >= 0, offset <= self.count - count else { return nil }
    return Int(exactly: (0..<count).reduce(UInt64(0)) { $0 << 8 | UInt64(self[startIndex + offset + $1]) })
  }
}
