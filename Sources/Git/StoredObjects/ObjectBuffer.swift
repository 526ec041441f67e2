import SystemAPI

/// The bytes of an object, in allocated memory.
final class ObjectBuffer {
  let kind: ObjectKind
  let length: Int
  private let storage: UnsafeMutableRawPointer

  /// Allocates `length` bytes, which must be written later.
  ///
  /// - Throws: `Refusal` above a limit or without enough memory: the length comes from the file.
  init(_ kind: ObjectKind, length: Int) throws(Refusal) {
    try kind.check(length: length)
    guard AvailableMemory.holds(length), let storage = malloc(max(length, 1)) else {
      throw Refusal("its \(length) bytes do not fit into the available memory")
    }
    self.kind = kind
    self.length = length
    self.storage = storage
  }

  deinit { free(storage) }

  /// The bytes, after all have been written.
  var view: ByteView { ByteView(UnsafeRawBufferPointer(start: storage, count: length), keptBy: self) }

  /// Writes all bytes.
  func fill<Result>(_ body: (UnsafeMutableRawBufferPointer) -> Result) -> Result {
    body(UnsafeMutableRawBufferPointer(start: storage, count: length))
  }

  /// Writes the bytes of `range` in `source` at `offset`.
  ///
  /// - Returns: False, without writing, when they do not exist or do not fit.
  func write(_ source: ByteView, _ range: Range<Int>, at offset: Int) -> Bool {
    guard offset >= 0, range.count <= length - offset, let part = source.part(range) else { return false }
    if let start = part.pointers.baseAddress { (storage + offset).copyMemory(from: start, byteCount: part.count) }
    return true
  }
}
