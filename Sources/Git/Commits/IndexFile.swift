import CLibGit2
import MartletCore

/// A separate index file that is built and then discarded, or moved to the place of the repository's index.
final class IndexFile {
  let index: OpaquePointer
  let path: String
  private var lockPath: String?
  /// Whether the file at `path` exists.
  private(set) var isWritten = false

  /// Creates an empty index that a hook may read and change.
  init(temporaryIn repository: Repository) throws(GitError) {
    path = "\(repository.gitDirectory)/next-index-\(Files.processID).lock"
    lockPath = nil
    Files.remove(path)
    index = try Self.open(path)
  }

  /// Copies the repository's index and keeps that locked until this object is freed.
  ///
  /// As in git, the process that creates `index.lock` may replace `index`.
  init(locking repository: Repository) throws(GitError) {
    let original = "\(repository.gitDirectory)/index"
    let wait = repository.lockWait("index")
    let lock = wait.path
    try wait.retrying { () throws(GitError) -> Void? in try Self.lock(lock) }
    do throws(GitError) {
      path = "\(repository.gitDirectory)/martlet-index-\(Files.processID)"
      lockPath = lock
      Files.remove(path)
      if let bytes = try Files.contents(of: original) { try Files.create(path, bytes) }
      index = try Self.open(path)
    } catch {
      Files.remove(path)
      Files.remove(lock)
      throw error
    }
  }

  deinit {
    git_index_free(index)
    Files.remove(path)
    unlock()
  }

  func entry(at path: String) -> git_index_entry? {
    git_index_get_bypath(index, path, 0)?.pointee
  }

  /// Sets the entry at `path`, or removes it if `entry` is nil. This resolves conflicts at `path`.
  func set(_ entry: git_index_entry?, at path: String) throws(GitError) {
    let task = "change the index at `\(path)`"
    _ = git_index_conflict_remove(index, path)
    guard var entry else {
      let code = git_index_remove(index, path, 0)
      if code != GIT_ENOTFOUND.rawValue { try LibGit2.check(code, task) }
      return
    }
    entry.flags = 0
    entry.flags_extended = 0
    let code = path.withCString { name in
      entry.path = name
      return git_index_add(index, &entry)
    }
    try LibGit2.check(code, task)
  }

  /// Copies the sizes and times of files from `other`. An index that was read from a tree lacks them, and a hook would
  /// see every file as changed.
  func copyTimes(from other: IndexFile) throws(GitError) {
    for (path, content) in contents.sorted(by: { $0.key < $1.key }) {
      guard let known = other.entry(at: path), content == IndexContent(known) else { continue }
      try set(known, at: path)
    }
  }

  /// Writes the index to its path.
  func write() throws(GitError) {
    try LibGit2.check(git_index_write(index), "write the index")
    isWritten = true
  }

  /// Reads the index again after a hook may have changed it.
  func reread() throws(GitError) {
    try LibGit2.checkIndex(git_index_read(index, 1), "read the index", path)
  }

  /// Moves the file to the place of the repository's index, which unlocks that.
  ///
  /// It keeps the modification time of the old index. git compares sizes and times of files with the index, and reads a
  /// file whose time is not older than the index. With a newer time, a change in the second in which git read the file
  /// would be missed (Documentation/technical/racy-git.txt).
  func replace(indexOf repository: Repository) throws(GitError) {
    let original = "\(repository.gitDirectory)/index"
    if let status = try Files.status(of: original) { Files.setTime(of: path, to: Files.modification(of: status)) }
    try Files.rename(path, to: original)
    unlock()
  }

  /// A lock is removed only once: the next one of that name belongs to another process.
  private func unlock() {
    if let lockPath { Files.remove(lockPath) }
    lockPath = nil
  }

  /// The paths and their contents, for comparisons.
  var contents: [String: IndexContent] {
    var contents: [String: IndexContent] = [:]
    for position in 0..<git_index_entrycount(index) {
      guard let entry = git_index_get_byindex(index, position)?.pointee, let path = entry.path else { continue }
      contents[String(cString: path)] = IndexContent(entry)
    }
    return contents
  }

  private static func open(_ path: String) throws(GitError) -> OpaquePointer {
    try LibGit2.start()
    var index: OpaquePointer?
    try LibGit2.checkIndex(git_index_open(&index, path), "open the index", path)
    guard let index else { throw .failed(task: "open the index", reason: "libgit2 returned nothing") }
    return index
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

/// The contents of the index at one path.
struct IndexContent: Equatable {
  let id: ObjectID
  let mode: UInt32

  init(_ entry: git_index_entry) {
    id = ObjectID(entry.id)
    mode = entry.mode
  }
}
