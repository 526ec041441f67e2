import Libc

/// Where bytes are written to as they come: a stream of this process, or an open file.
struct WritableStream: Sendable {
  static let output = WritableStream(descriptor: STDOUT_FILENO)
  static let errors = WritableStream(descriptor: STDERR_FILENO)

  let descriptor: Int32

  /// Why not all of it was written, by the system's number.
  struct Failure: Error {
    let code: Int32
  }

  /// Writes all of `bytes`, however slow their reader is.
  func write(_ bytes: UnsafeRawBufferPointer) throws(Failure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = Libc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&output, 1, -1)
        continue
      }
      guard count > 0 else { throw Failure(code: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// - Throws: `Failure`.
  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }
}
