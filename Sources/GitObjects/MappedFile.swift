import Libc

/// A file that is read where the system keeps it, by any number of threads. Nobody writes to git's packs and objects: git puts
/// new ones beside them.
final class MappedFile {
  private let bytes: UnsafeRawBufferPointer

  private init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// All bytes of the file; nil when there is no such file, or it is empty.
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
