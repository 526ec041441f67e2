import SystemAPI

/// A memory-mapped file, for any number of threads. git never changes a pack or object file; it creates new ones.
final class MappedFile {
  private let bytes: UnsafeRawBufferPointer

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// Returns all bytes of the file; nil when it is missing.
  ///
  /// - Throws: `Refusal` for a file that is empty, unreadable or not a regular file.
  static func view(of path: String) throws(Refusal) -> ByteView? {
    let descriptor: Int32
    do throws(SystemError) {
      descriptor = try SystemFile.open(path)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw Refusal(error == .notAFile ? error.message : "it cannot be read: \(error.message)")
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Refusal("it cannot be read: \(SystemError.last.message)") }
    guard status.st_size > 0 else { throw .empty }
    let length = Int(status.st_size)
    guard let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
      throw Refusal("it cannot be mapped: \(SystemError.last.message)")
    }
    let file = MappedFile(UnsafeRawBufferPointer(start: start, count: length))
    return ByteView(file.bytes, keptBy: file)
  }
}

extension Refusal {
  static var empty: Refusal { Refusal("it is empty") }
}
