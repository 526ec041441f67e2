import MartletCore

/// Bytes of a mapped file or of an object, or a part of them. They live as long as this value, and no read goes beyond
/// their end.
///
/// `RawSpan` does the same without reference counting. But on macOS before 26, it requires the library
/// `libswiftCompatibilitySpan`, which those systems do not have, and which a program without a bundle cannot include.
package struct ByteView: @unchecked Sendable {
  // The bytes never change once there is a view, so any thread can use it.
  private let owner: AnyObject
  private let bytes: UnsafeRawBufferPointer

  /// - Parameter owner: Keeps `bytes` in memory.
  init(_ bytes: UnsafeRawBufferPointer, keptBy owner: AnyObject) {
    self.bytes = bytes
    self.owner = owner
  }

  /// No bytes.
  static var empty: ByteView { ByteView(UnsafeRawBufferPointer(start: nil, count: 0), keptBy: Nothing()) }

  private final class Nothing {}

  package var count: Int { bytes.count }

  /// Returns the byte at `offset`; nil beyond the end.
  func byte(at offset: Int) -> UInt8? { offset >= 0 && offset < bytes.count ? bytes[offset] : nil }

  /// Returns the big-endian 32 bits at `offset`; nil beyond the end.
  func word(at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// Returns the ID whose 20 bytes begin at `offset`; nil beyond the end.
  func objectID(at offset: Int) -> RawObjectID? {
    guard offset >= 0, offset <= bytes.count - RawObjectID.byteCount, let start = bytes.baseAddress else { return nil }
    return RawObjectID(start + offset)
  }

  /// Returns a part of the bytes; nil when it goes beyond the end.
  func part(_ range: Range<Int>) -> ByteView? {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    return ByteView(UnsafeRawBufferPointer(rebasing: bytes[range]), keptBy: owner)
  }

  /// A copy of the bytes.
  package var array: [UInt8] { withExtendedLifetime(owner) { Array(bytes) } }

  /// Copies the bytes to the start of `buffer`.
  package func copy(to buffer: UnsafeMutableRawBufferPointer) {
    withExtendedLifetime(owner) { buffer.copyMemory(from: bytes) }
  }

  /// The bytes for code that takes pointers; valid only as long as this value is kept.
  package var pointers: UnsafeRawBufferPointer { bytes }
}
