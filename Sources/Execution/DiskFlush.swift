import Libc

/// How a file of some bytes comes to the disk itself in a folder, for the report of a self-test.
package struct DiskFlush {
  /// The system's call that does it.
  package let call: String
  package let microseconds: Int

  /// Writes a file, waits for it, and removes it.
  package init(inFolder folder: String) throws {
    let path = "\(folder)/.martlet-flush-\(getpid())"
    let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw ExecutionError.cannotWrite(path, code: lastSystemError) }
    defer {
      close(descriptor)
      unlink(path)
    }
    let start = ContinuousClock.now
    guard write(descriptor, "martlet\n", 8) == 8, let call = synchronisingCall(descriptor) else {
      throw ExecutionError.cannotWrite(path, code: lastSystemError)
    }
    self.call = call
    microseconds = Int((ContinuousClock.now - start) / .microseconds(1))
  }
}
