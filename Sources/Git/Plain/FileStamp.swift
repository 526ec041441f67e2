import Libc

/// By what it is seen that a file has been written or replaced.
struct FileStamp: Equatable {
  private let device: UInt64
  private let number: UInt64
  private let length: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// Of the file that `path`, which may be a link, leads to; nil when there is none.
  init?(_ path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    // Unlike the time of its contents, nobody can set it.
    let time = Files.statusChange(of: status)
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(status.st_ino)
    length = Int64(status.st_size)
    (seconds, nanoseconds) = (time.tv_sec, time.tv_nsec)
  }
}
