import CLibGit2
import Versioning

/// An index of files next to the repository's own, to be built in peace and then thrown away or put in its place.
final class IndexFile {
  let index: OpaquePointer
  let path: String
  private var lockPath: String?
  /// Whether the file at `path` is there.
  private(set) var isWritten = false

  /// An empty index that a hook may read and change.
  init(temporaryIn repository: Repository) throws(GitError) {
    path = "\(repository.gitDirectory)/next-index-\(Files.processID).lock"
    lockPath = nil
    Files.remove(path)
    index = try Self.open(path)
  }

  /// A copy of the repository's index, which is locked until this object goes.
  ///
  /// git's protocol: who creates `index.lock` may replace `index`.
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

  /// Puts an entry in, or takes what stands at `path` out when it is nil. Conflicts at `path` are resolved by this.
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

  /// Takes over what `other` knows of the sizes and times of files that both have. A tree knows nothing of these:
  /// without them, a hook would take every file for changed.
  func copyTimes(from other: IndexFile) throws(GitError) {
    for (path, content) in contents {
      guard let known = other.entry(at: path), content == IndexContent(known) else { continue }
      try set(known, at: path)
    }
  }

  /// Writes it to its own path.
  func write() throws(GitError) {
    try LibGit2.check(git_index_write(index), "write the index")
    isWritten = true
  }

  /// Reads what a hook may have made of it.
  func reread() throws(GitError) {
    try LibGit2.checkIndex(git_index_read(index, 1), "read the index", path)
  }

  /// Makes it the repository's index, which is unlocked by this.
  ///
  /// It keeps the time of the one that it replaces. git compares a file's size and times with what the index says, and
  /// looks into the file where that is no older than the index: with a newer time, a change in the second in which git read
  /// the file would not be seen (Documentation/technical/racy-git.txt).
  func replace(indexOf repository: Repository) throws(GitError) {
    let original = "\(repository.gitDirectory)/index"
    if let status = try Files.status(of: original) { Files.setTime(of: path, to: Files.modification(of: status)) }
    try Files.rename(path, to: original)
    unlock()
  }

  /// A lock is removed once: the next one of that name is somebody else's.
  private func unlock() {
    if let lockPath { Files.remove(lockPath) }
    lockPath = nil
  }

  /// The paths and what stands there, for finding out what has changed.
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
    guard let index else { throw .failed(task: "open the index", reason: "libgit2 gave nothing") }
    return index
  }

  /// What stands in a lock of the process with that number: a run that finds it later can tell whose it is. It never
  /// becomes the index itself.
  static func mark(ofProcess number: Int32) -> [UInt8] { Array("martlet \(number)\n".utf8) }

  /// The lock is there with its mark or not at all, whenever this process ends; nil when somebody else has it.
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

/// What the index says about one path.
struct IndexContent: Equatable {
  let id: ObjectID
  let mode: UInt32

  init(_ entry: git_index_entry) {
    id = ObjectID(entry.id)
    mode = entry.mode
  }
}
