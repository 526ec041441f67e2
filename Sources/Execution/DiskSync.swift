import Libc
import Processes

/// Waits until the disk has what was written: for a few files side by side, because a disk brings what it is given in the same
/// moment to its place in one go; for many of them at once.
enum DiskSync {
  /// From so many on, one wait for the whole file system costs less than one for each.
  static let batchSize = 64
  /// So many are waited for side by side.
  private static let width = 8

  /// Waits for the contents of files at absolute paths, and for what was made in `folders`: whether a folder's file system can
  /// tell is no failure.
  static func wait(forFilesAt paths: [String], andNamesIn folders: [String] = []) throws(SystemError) {
    if paths.count >= batchSize, try synchroniseTogether(paths + folders) { return }
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
      return synchronise(descriptor) ? nil : .last
    } catch {
      return error
    }
  }

  /// Waits for what was made, renamed or removed in folders, absolute paths. Not every file system can tell; those that
  /// cannot do it in order.
  static func wait(forNamesIn folders: some Collection<String>) {
    if folders.count >= batchSize, (try? synchroniseTogether(folders)) == true { return }
    _ = failures(ofWaitingForFilesAt: Array(folders))
  }

  /// - Returns: false where the system has no way to, or would not say that it failed.
  private static func synchroniseTogether(_ paths: some Collection<String>) throws(SystemError) -> Bool {
    guard canSynchroniseTogether else { return false }
    // One of them for each file system.
    var examples: [dev_t: String] = [:]
    for path in paths {
      let descriptor = try opened(path)
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, handOver(descriptor) else { throw .last }
      examples[status.st_dev] = path
    }
    for path in examples.values {
      let descriptor = try opened(path)
      defer { close(descriptor) }
      guard synchroniseHandedOver(descriptor) else { throw .last }
    }
    return true
  }

  private static func opened(_ path: String) throws(SystemError) -> Int32 {
    var descriptor = open(path, O_RDONLY | O_CLOEXEC)
    // Whoever made a file may be allowed only to write to it.
    if descriptor < 0, errno == EACCES { descriptor = open(path, O_WRONLY | O_CLOEXEC) }
    guard descriptor >= 0 else { throw .last }
    return descriptor
  }
}
