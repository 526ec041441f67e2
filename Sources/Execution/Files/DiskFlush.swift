import SystemAPI

/// How long a small file takes to reach the disk in a folder, for the self-test.
package struct DiskFlush {
  /// The system call that flushes it.
  package let call: String
  package let microseconds: Int

  /// Writes a file, flushes it, and removes it.
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
