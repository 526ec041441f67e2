import Libc
import Processes

/// Waits until the disk has what was written, or on macOS, will have it before anything that is written later: the line of the
/// journal that follows empties the drive's cache. Some files are waited for side by side, because a disk stores in one go what
/// it is given at the same moment.
enum DiskSync {
  /// So many are waited for side by side.
  private static let width = 8

  /// Waits for the contents of files at absolute paths, and for what was made in `folders`: whether a folder's file system can
  /// tell is no failure.
  static func wait(forFilesAt paths: [String], andNamesIn folders: [String] = []) throws(SystemError) {
    let failures = failures(ofWaitingForFilesAt: paths + folders).prefix(paths.count)
    if let failure = failures.lazy.compactMap(\.self).first { throw failure }
  }

  /// Waits for the contents of each file, whatever becomes of the others.
  ///
  /// - Returns: why the disk does not have it, for each path in order; nil where it does.
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

  /// Waits for what was made, renamed or removed in folders, absolute paths. Not every file system can tell; those that
  /// cannot do it in order.
  static func wait(forNamesIn folders: some Collection<String>) {
    _ = failures(ofWaitingForFilesAt: Array(folders))
  }

  private static func opened(_ path: String) throws(SystemError) -> Int32 {
    var descriptor = open(path, O_RDONLY | O_CLOEXEC)
    // Whoever made a file may be allowed only to write to it.
    if descriptor < 0, errno == EACCES { descriptor = open(path, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }
}
