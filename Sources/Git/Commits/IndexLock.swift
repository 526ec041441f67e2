import MartletCore
import SystemAPI

/// git's lock of the index, held until it is freed. As in git, the process that creates `index.lock` may replace `index`.
final class IndexLock {
  private let path: String
  private let index: String
  private let draft: String

  init(of repository: Repository) throws(GitError) {
    let wait = repository.lockWait("index")
    (path, index) = (wait.path, "\(repository.gitDirectory)/index")
    draft = "\(repository.gitDirectory)/martlet-index-\(Files.processID)"
    let lock = wait.path
    try wait.retrying { () throws(GitError) -> Void? in try Self.lock(lock) }
  }

  deinit {
    Files.remove(draft)
    Files.remove(path)
  }

  /// Replaces the index.
  ///
  /// git compares sizes and times of files with the index, and reads a file whose time is not older than the index. With a
  /// newer time, a change in the second in which git read the file would be missed
  /// (Documentation/technical/racy-git.txt).
  ///
  /// - Parameter isOlder: Whether the bytes are older than the index on disk, so that git has to read all files once.
  func replace(with bytes: [UInt8], olderThanIndex isOlder: Bool) throws(GitError) {
    Files.remove(draft)
    try Files.create(draft, bytes)
    let time = try isOlder ? timespec(tv_sec: 1, tv_nsec: 0) : Files.status(of: index).map(Files.modification)
    if let time { Files.setTime(of: draft, to: time) }
    try Files.rename(draft, to: index)
  }

  /// Returns the contents of a lock by the process with that ID, so that a later run can identify it. It never becomes
  /// the index itself.
  static func mark(ofProcess number: Int32) -> [UInt8] { Array("martlet \(number)\n".utf8) }

  /// Creates a lock that always contains its mark, even if this process is killed; nil when another process has the
  /// lock.
  private static func lock(_ path: String) throws(GitError) -> Void? {
    let draft = "\(path)-\(Files.processID)"
    Files.remove(draft)
    try Files.create(draft, mark(ofProcess: Files.processID))
    defer { Files.remove(draft) }
    do throws(GitError) {
      try Files.link(draft, to: path)
      return ()
    } catch {
      guard try Files.status(of: path) != nil else { throw error }
      return nil
    }
  }
}
