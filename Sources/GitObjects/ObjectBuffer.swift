/// The bytes of an object.
final class ObjectBuffer {
  let kind: ObjectReader.Kind
  let length: Int
  let storage: UnsafeMutableRawPointer

  /// Room for `length` bytes, which are yet to be written.
  init(_ kind: ObjectReader.Kind, length: Int) {
    self.kind = kind
    self.length = length
    storage = .allocate(byteCount: max(length, 1), alignment: 16)
  }

  deinit { storage.deallocate() }

  var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: storage, count: length) }
}
