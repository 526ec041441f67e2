import MartletCore
import SystemAPI

/// Bytes of an object. They live as long as this value, and no read goes beyond their end.
///
/// `RawSpan` does the same without reference counting. But on macOS before 26, it requires the library
/// `libswiftCompatibilitySpan`, which those systems do not have, and which a program without a bundle cannot include.
package struct ByteView: @unchecked Sendable {
  // The bytes never change once there is a view, so any thread can use it.
  private let owner: Memory
  private var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(owner.bytes) }

  /// Creates a view of a copy of `bytes`.
  package init(_ bytes: [UInt8]) {
    guard let copy = ByteView(count: bytes.count, by: { $0.copyBytes(from: bytes) }) else {
      preconditionFailure("there is not enough memory to copy \(bytes.count) bytes")
    }
    self = copy
  }

  /// Creates a view of `count` bytes, which `fill` writes; nil without enough memory.
  init?<Problem: Error>(
    count: Int, by fill: (UnsafeMutableRawBufferPointer) throws(Problem) -> Void
  ) throws(Problem) {
    guard let memory = Memory(count: count) else { return nil }
    try fill(memory.bytes)
    owner = memory
  }

  private final class Memory {
    let bytes: UnsafeMutableRawBufferPointer

    init?(count: Int) {
      guard let start = malloc(max(count, 1)) else { return nil }
      bytes = UnsafeMutableRawBufferPointer(start: start, count: count)
    }

    deinit { free(bytes.baseAddress) }
  }

  /// No bytes.
  package static var empty: ByteView { ByteView([]) }

  package var count: Int { bytes.count }

  /// Returns the byte at `offset`; nil beyond the end.
  func byte(at offset: Int) -> UInt8? { offset >= 0 && offset < bytes.count ? bytes[offset] : nil }

  /// Returns the big-endian 32 bits at `offset`; nil beyond the end.
  func word(at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }

  /// A copy of the bytes.
  package var array: [UInt8] { withExtendedLifetime(owner) { Array(bytes) } }

  /// Appends the bytes to `output`.
  package func append(to output: inout [UInt8]) {
    withExtendedLifetime(owner) { output.append(contentsOf: bytes) }
  }

  /// Copies the bytes to the start of `buffer`.
  func copy(to buffer: UnsafeMutableRawBufferPointer) {
    withExtendedLifetime(owner) { buffer.copyMemory(from: bytes) }
  }

  /// Passes the bytes to a function of C.
  package func withPointer<Result, Problem: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    defer { withExtendedLifetime(owner) {} }
    return try body(bytes)
  }
}
