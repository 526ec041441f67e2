import Libc

/// A memory-mapped file, for any number of threads. git never changes a pack or object file; it creates new ones.
final class MappedFile {
  private let bytes: UnsafeRawBufferPointer

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// Returns all bytes of the file; nil when it is missing or empty.
  static func view(of path: String) -> ByteView? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let length = Int(status.st_size)
    guard let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else { return nil }
    let file = MappedFile(UnsafeRawBufferPointer(start: start, count: length))
    return ByteView(file.bytes, keptBy: file)
  }
}
