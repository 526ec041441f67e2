/// An error number of the system.
package struct SystemError: Error, Equatable {
  package let code: Int32

  package init(code: Int32) {
    self.code = code
  }

  /// The error of this thread's last system call.
  package static var last: SystemError { SystemError(code: errno) }

  /// Something else than a regular file, for which the system has no error.
  package static let notAFile = SystemError(code: -1)

  /// The system's message, such as `No space left on device`.
  package var message: String { self == .notAFile ? "it is not a regular file" : String(cString: strerror(code)) }
}

/// System calls for files and folders.
package enum SystemFile {
  /// Opens a regular file for reading, without waiting for a writer of a named pipe.
  ///
  /// - Parameter flags: More flags of open(2), such as `O_NOFOLLOW`.
  /// - Throws: `.notAFile` for a folder, a named pipe, a socket or a device.
  package static func open(_ path: String, _ flags: Int32 = 0) throws(SystemError) -> Int32 {
    let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | flags)
    guard descriptor >= 0 else { throw errno == ENXIO ? .notAFile : .last }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      throw .notAFile
    }
    return descriptor
  }

  /// Returns all bytes of the regular file at `path`.
  package static func contents(at path: String) throws(SystemError) -> [UInt8] {
    let descriptor = try open(path)
    defer { close(descriptor) }
    return try contents(of: descriptor)
  }

  /// Reads an open file from its position to its end.
  package static func contents(of descriptor: Int32) throws(SystemError) -> [UInt8] {
    var bytes: [UInt8] = []
    var status = stat()
    let size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    // One byte more than the size, to detect the end with one read. Pipes and files of `/proc` have the size 0. A larger
    // buffer would stay with the result: 4 KiB for each file of a plan.
    let length = size > 0 ? min(size + 1, 1 << 22) : 1 << 12
    while true {
      let chunk = try piece(of: descriptor, length: length)
      guard !chunk.isEmpty else { return bytes }
      if bytes.isEmpty { bytes = chunk } else { bytes += chunk }
    }
  }

  /// Reads at most `length` bytes of an open file; none at its end.
  package static func piece(of descriptor: Int32, length: Int) throws(SystemError) -> [UInt8] {
    var count = 0
    let piece = [UInt8](unsafeUninitializedCapacity: length) { buffer, filled in
      repeat { count = read(descriptor, buffer.baseAddress, buffer.count) } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
    guard count >= 0 else { throw .last }
    return piece
  }

  /// Writes all of `bytes` to an open file; waits for a pipe that is full.
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

  /// Returns the names in a folder, in byte order.
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

  /// Returns the first named pipe, socket or device below a folder, as its path; links are followed only to a file.
  package static func specialFile(below folder: String) -> String? {
    guard let stream = opendir(folder) else { return nil }
    defer { closedir(stream) }
    while let entry = readdir(stream) {
      let kind = Int(entry.pointee.d_type)
      if kind == Int(DT_REG) { continue }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard name != ".", name != ".." else { continue }
      let path = "\(folder)/\(name)"
      if kind == Int(DT_DIR) {
        if let found = specialFile(below: path) { return found }
      } else if isSpecial(path) {
        return path
      }
    }
    return nil
  }

  /// Returns whether `path` leads to a named pipe, a socket or a device.
  package static func isSpecial(_ path: String) -> Bool {
    var status = stat()
    guard stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFREG && status.st_mode & S_IFMT != S_IFDIR
  }

  /// Returns `path` without symbolic links.
  package static func realPath(of path: String) throws(SystemError) -> String {
    guard let resolved = realpath(path, nil) else { throw .last }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}

/// Calls the system's `open`, which the method of the same name hides.
private func systemOpen(_ path: String, _ flags: Int32) -> Int32 { open(path, flags) }

/// Calls the system's `write`, which the methods of the same name hide inside `SystemFile`.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
