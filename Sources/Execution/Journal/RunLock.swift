import SystemAPI

/// The lock of a repository: one run at a time. The system releases it when the process ends, even after a crash.
final class RunLock {
  private let descriptor: Int32
  private var isHeld = true

  /// Takes the lock of the repository with that git directory, without waiting.
  ///
  /// - Parameter holder: The text that other runs report while this one holds the lock.
  /// - Throws: `ExecutionError.locked` when another run has it, `.linkedRecord` when the lock file is a link.
  init(in gitDirectory: String, holder: String) throws(ExecutionError) {
    let folder = "\(gitDirectory)/martlet"
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else { throw .cannotLock(folder, code: lastSystemError) }
    let path = "\(folder)/lock"
    for path in [folder, path] { try RecordFolder.refuseLink(at: path) }
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o666)
    guard descriptor >= 0 else { throw .cannotLock(path, code: lastSystemError) }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let code = lastSystemError
      let holder = Self.text(of: descriptor)
      close(descriptor)
      // Any other error means that the file system does not support locks.
      throw code == EWOULDBLOCK ? .locked(holder: holder) : .cannotLock(path, code: code)
    }
    _ = ftruncate(descriptor, 0)
    _ = holder.withCString { pwrite(descriptor, $0, strlen($0), 0) }
  }

  deinit {
    release()
    close(descriptor)
  }

  /// Releases the lock before this object is freed.
  func release() {
    guard isHeld else { return }
    isHeld = false
    _ = ftruncate(descriptor, 0)
    // A program that is just being started may share the descriptor, so closing it here would not release the lock.
    _ = flock(descriptor, LOCK_UN)
  }

  private static func text(of descriptor: Int32) -> String {
    let bytes = [UInt8](unsafeUninitializedCapacity: 512) { buffer, count in
      count = max(0, pread(descriptor, buffer.baseAddress, buffer.count, 0))
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
