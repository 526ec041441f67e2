/// The number of an error of the system.
package struct SystemError: Error, Equatable {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The error of the last call of this thread.
  package static var last: SystemError { SystemError(code: errno) }

  /// The system's message, such as `No space left on device`.
  package var message: String { String(cString: strerror(code)) }
}

/// What files and folders need of the system, whatever they are for.
package enum SystemFile {
  /// Reads what follows in an open file, to its end.
  package static func contents(of descriptor: Int32) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var status = stat()
    // One byte more than there seem to be, so that the end is found at once.
    let length = fstat(descriptor, &status) == 0 ? min(max(Int(status.st_size), 0) + 1, 1 << 22) : 1 << 16
    while true {
      var count = 0
      let chunk = [UInt8](unsafeUninitializedCapacity: max(length, 1 << 12)) { buffer, filled in
        repeat { count = read(descriptor, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
        filled = max(0, count)
      }
      guard count >= 0 else { throw .last }
      guard count > 0 else { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    }
  }

  /// Writes all of `bytes` to an open file, and waits where it is a pipe that is full.
  package static func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let piece = UnsafeRawBufferPointer(rebasing: rest)
      let count = systemWrite(descriptor, piece.baseAddress, piece.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN {
        var output = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&output, 1, -1)
        continue
      }
      guard count > 0 else { throw .last }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes all of `bytes` to an open file.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
    let result = bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in try write(bytes, to: descriptor) }
    }
    try result.get()
  }

  /// The names in a folder, in byte order.
  package static func names(in folder: String) throws(SystemError) -> [String] {
    guard let stream = opendir(folder) else { throw .last }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// `path` without symbolic links.
  package static func realPath(of path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw .last }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// The system's call: within `SystemFile`, `write` is that one's.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
