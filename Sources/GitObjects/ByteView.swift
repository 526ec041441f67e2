import Versioning

/// Bytes of a mapped file or of an object, or a part of them. They are there as long as this value is, and nothing is read
/// beyond their end.
///
/// `RawSpan` says the same without counting references. But on macOS before 26 a program that uses it needs the library
/// `libswiftCompatibilitySpan`, which no such system has, and which a program without a bundle cannot bring along.
package struct ByteView: @unchecked Sendable {
  // Nothing changes the bytes once there is a view of them: this can be used by any thread.
  private let owner: AnyObject
  private let bytes: UnsafeRawBufferPointer

  /// - Parameter owner: Keeps `bytes` where they are.
  init(_ bytes: UnsafeRawBufferPointer, keptBy owner: AnyObject) {
    self.bytes = bytes
    self.owner = owner
  }

  package var count: Int { bytes.count }

  /// The byte at `offset`; nil beyond the end.
  func byte(at offset: Int) -> UInt8? { offset >= 0 && offset < bytes.count ? bytes[offset] : nil }

  /// The 32 bits at `offset`, the high byte first; nil beyond the end.
  func word(at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// The id whose 20 bytes begin at `offset`; nil beyond the end.
  func objectID(at offset: Int) -> RawObjectID? {
    guard offset >= 0, offset <= bytes.count - RawObjectID.byteCount, let start = bytes.baseAddress else { return nil }
    return RawObjectID(start + offset)
  }

  /// A part of them; nil where it leads beyond the end.
  func part(_ range: Range<Int>) -> ByteView? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return ByteView(UnsafeRawBufferPointer(rebasing: bytes[range]), keptBy: owner)
  }

  /// The bytes for code that takes pointers, to be used as long as this value is kept and no longer.
  package var pointers: UnsafeRawBufferPointer { bytes }
}
