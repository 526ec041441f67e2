import SystemAPI

/// What changes whenever another file takes the place of a file, or something is written to it.
struct FileState: Equatable {
  private let numbers: [Int]

  /// Reads the state of the file at `path`, without following links; nil when there is none.
  init?(of path: String) throws(GitError) {
    guard let status = try Files.status(of: path) else { return nil }
    #if canImport(Darwin)
      let times = [status.st_mtimespec, status.st_ctimespec]
    #else
      let times = [status.st_mtim, status.st_ctim]
    #endif
    numbers =
      [Int(status.st_dev), Int(status.st_ino), Int(status.st_size)] + times.flatMap { [$0.tv_sec, $0.tv_nsec] }
  }
}
