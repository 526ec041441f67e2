import Processes
import SystemAPI

/// Waits until written data is on the disk. On macOS, it waits until the data will reach the disk before anything that
/// is written later: the next journal line empties the drive's cache. Several files are flushed in parallel, because a
/// disk stores them together.
enum DiskSync {
  /// The number of files flushed in parallel.
  private static let width = 8

  /// Waits for the contents of files at absolute paths, and for the names in `folders`. A file system that cannot flush
  /// a folder is not an error.
  static func wait(forFilesAt paths: [String], andNamesIn folders: [String] = []) throws(SystemError) {
    let failures = failures(ofWaitingForFilesAt: paths + folders).prefix(paths.count)
    if let failure = failures.lazy.compactMap(\.self).first { throw failure }
  }

  /// Waits for the contents of each file, even if one fails.
  ///
  /// - Returns: The error for each path in order; nil for success.
  static func failures(ofWaitingForFilesAt paths: [String]) -> [SystemError?] {
    let width = max(1, min(paths.count, width))
    let failures = Threads.results(width) { first in
      stride(from: first, to: paths.count, by: width).map { failure(ofWaitingForFileAt: paths[$0]) }
    }
    return paths.indices.map { failures[$0 % width][$0 / width] }
  }

  private static func failure(ofWaitingForFileAt path: String) -> SystemError? {
    do throws(SystemError) {
      let descriptor = try opened(path)
      defer { close(descriptor) }
      return synchroniseInOrder(descriptor) ? nil : .last
    } catch {
      return error
    }
  }

  /// Waits for what was created, renamed or removed in folders, given as absolute paths. File systems that cannot flush
  /// a folder keep the order of such changes.
  static func wait(forNamesIn folders: some Collection<String>) {
    _ = failures(ofWaitingForFilesAt: Array(folders))
  }

  private static func opened(_ path: String) throws(SystemError) -> Int32 {
    var descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    // This user may be allowed only to write to the file.
    if descriptor < 0, errno == EACCES { descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK) }
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }
}

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
