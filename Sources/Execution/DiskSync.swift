import Libc

/// Waits until the disk has what was written: for a few files one after the other, for many of them at once, because each
/// wait may take a disk some milliseconds.
enum DiskSync {
  /// From so many on, one wait for the whole file system costs less than one for each.
  static let batchSize = 64

  /// Waits for the contents of files at absolute paths.
  static func wait(forFilesAt paths: [String]) throws(SystemError) {
    if paths.count >= batchSize, try synchroniseTogether(paths) { return }
    for path in paths {
      let descriptor = try opened(path)
      defer { close(descriptor) }
      guard synchronise(descriptor) else { throw .last }
    }
  }

  /// Waits for what was made, renamed or removed in folders, absolute paths. Not every file system can tell; those that
  /// cannot do it in order.
  static func wait(forNamesIn folders: some Collection<String>) {
    if folders.count >= batchSize, (try? synchroniseTogether(folders)) == true { return }
    for folder in folders {
      guard let descriptor = try? opened(folder) else { continue }
      _ = synchronise(descriptor)
      close(descriptor)
    }
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
