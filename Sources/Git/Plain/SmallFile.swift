import Libc

/// What stands where a file of a few bytes is expected, as those of references are: many of them are read at a time.
enum SmallFile {
  case contents([UInt8])
  /// Nothing, or a folder.
  case nothing
  /// A link, a file that is too large, or one that cannot be read.
  case unclear

  /// - Parameter limit: From how many bytes on a file is too large.
  init(_ path: String, limit: Int) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else {
      self = errno == ENOENT || errno == ENOTDIR ? .nothing : .unclear
      return
    }
    defer { close(descriptor) }
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, length in
      while length < limit {
        let count = read(descriptor, buffer.baseAddress.map { $0 + length }, limit - length)
        if count < 0, errno == EINTR { continue }
        if count < 0 { failure = errno }
        if count <= 0 { return }
        length += count
      }
    }
    self = failure == EISDIR ? .nothing : failure != 0 || bytes.count == limit ? .unclear : .contents(bytes)
  }
}
