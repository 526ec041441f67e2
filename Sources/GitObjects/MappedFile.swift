import Libc

/// A file that is read where the system keeps it, by any number of threads. Nobody writes to the files of a pack: git
/// puts new ones beside them.
final class MappedFile: @unchecked Sendable {
  /// All bytes of the file.
  let bytes: UnsafeRawBufferPointer

  /// Nil when there is no such file, or it is empty.
  init?(_ path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_size > 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let length = Int(status.st_size)
    guard let start = mmap(nil, length, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else { return nil }
    bytes = UnsafeRawBufferPointer(start: start, count: length)
  }

  deinit { munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count) }

  /// The 32 bits at `offset`, the high byte first; nil beyond the end.
  func word(at offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)))
  }
}
