import CLibGit2
import MartletCore
import Processes
import SystemAPI

/// A file of the work tree to be added to the index.
struct WorkTreeFile {
  let repository: Repository
  let path: RelativePath

  /// Returns the index entry for the file on disk and stores its content as a blob; nil when there is no file.
  ///
  /// - Parameter previous: The current index entry, whose mode is kept if the file system does not support modes.
  func indexEntry(previous: git_index_entry?) throws(GitError) -> git_index_entry? {
    try refuseLinkedParents()
    let full = "\(repository.workTree)/\(path)"
    guard let kind = try Files.kind(of: full), let status = try Files.status(of: full) else { return nil }
    // A folder has replaced the file.
    if case .directory = kind, previous != nil { return nil }
    var entry = git_index_entry()
    entry.mode = try mode(kind, previous: previous)
    entry.id = try storedContent(kind).libgit2()
    let (changed, modified) = (Files.statusChange(of: status), Files.modification(of: status))
    entry.ctime = git_index_time(
      seconds: .init(truncatingIfNeeded: changed.tv_sec), nanoseconds: .init(changed.tv_nsec))
    entry.mtime = git_index_time(
      seconds: .init(truncatingIfNeeded: modified.tv_sec), nanoseconds: .init(modified.tv_nsec))
    entry.dev = UInt32(truncatingIfNeeded: status.st_dev)
    entry.ino = UInt32(truncatingIfNeeded: status.st_ino)
    entry.uid = UInt32(truncatingIfNeeded: status.st_uid)
    entry.gid = UInt32(truncatingIfNeeded: status.st_gid)
    entry.file_size = UInt32(truncatingIfNeeded: status.st_size)
    return entry
  }

  /// git does not follow links to a file's folder: such a file is outside the repository.
  private func refuseLinkedParents() throws(GitError) {
    var parent = path.parent
    while let folder = parent {
      if case .link = try Files.kind(of: "\(repository.workTree)/\(folder)") {
        throw .notCommittable(path, reason: "it is beyond the symbolic link `\(folder)`")
      }
      parent = folder.parent
    }
  }

  private func mode(_ kind: Files.Kind, previous: git_index_entry?) throws(GitError) -> UInt32 {
    let (plain, executable, link): (UInt32, UInt32, UInt32) = (0o100644, 0o100755, 0o120000)
    switch kind {
    case .link: return link
    case .file(let isExecutable):
      if previous?.mode == link, repository.configurationFlag("core.symlinks") == false { return link }
      if repository.configurationFlag("core.filemode") != false { return isExecutable ? executable : plain }
      return previous?.mode == executable ? executable : plain
    case .directory: throw .notCommittable(path, reason: "it is a folder")
    case .other: throw .notCommittable(path, reason: "it is neither a file nor a symbolic link")
    }
  }

  private func storedContent(_ kind: Files.Kind) throws(GitError) -> ObjectID {
    if case .file = kind, try needsGitProgram() { return try contentIDByGit(["hash-object", "-w", "--", path.string]) }
    let opened = repository.libgit2
    var id = git_oid()
    try LibGit2.store("store the content of `\(path)`") { git_blob_create_from_workdir(&id, opened, path.string) }
    return ObjectID(id)
  }

  /// libgit2 converts line ends and `$Id$`, but supports neither filter programs such as Git LFS nor
  /// `working-tree-encoding`.
  func needsGitProgram() throws(GitError) -> Bool {
    if try attribute("working-tree-encoding") != nil { return true }
    guard let filter = try attribute("filter") else { return false }
    // For a required filter without a program, git reports an error.
    return ["clean", "process"].contains { repository.configuration("filter.\(filter).\($0)") != nil }
      || repository.configurationFlag("filter.\(filter).required") == true
  }

  private func attribute(_ name: String) throws(GitError) -> String? {
    var value: UnsafePointer<CChar>?
    let code = git_attr_get(&value, repository.libgit2, UInt32(GIT_ATTR_CHECK_FILE_THEN_INDEX), path.string, name)
    try LibGit2.check(code, "read the attributes of `\(path)`")
    guard git_attr_value(value) == GIT_ATTR_VALUE_STRING, let value else { return nil }
    return String(cString: value)
  }

  /// Returns the ID of the blob that the file on disk would be committed as; nothing is stored.
  func contentID() throws(GitError) -> ObjectID {
    if try needsGitProgram() { return try contentIDByGit(["hash-object", "--", path.string]) }
    var id = git_oid()
    try LibGit2.check(
      git_repository_hashfile(&id, repository.libgit2, "\(repository.workTree)/\(path)", GIT_OBJECT_BLOB, path.string),
      "hash the content of `\(path)`")
    return ObjectID(id)
  }

  private func contentIDByGit(_ arguments: [String]) throws(GitError) -> ObjectID {
    let result = try repository.gitProgram.command(arguments).result()
    guard result.succeeded, let id = ObjectID(result.outputText) else {
      throw .filterFailed(path, output: result.errorText)
    }
    return id
  }
}

extension Repository {
  /// Returns whether a program such as Git LFS converts the file at `path` when it is committed.
  package func filterIsProgram(at path: RelativePath) throws(GitError) -> Bool {
    try WorkTreeFile(repository: self, path: path).needsGitProgram()
  }

  /// Returns whether `commit` has the blob at `path` that the file on disk would be committed as.
  package func commit(_ commit: ObjectID, holdsFileOnDiskAt path: RelativePath) throws(GitError) -> Bool {
    let task = "read `\(path)` of \(commit)"
    let file = WorkTreeFile(repository: self, path: path)
    let tree = try handle(ofTreeOf: commit)
    let found = try Handle.ifFound(git_tree_entry_free, task) { git_tree_entry_bypath(&$0, tree.pointer, path.string) }
    guard let found, let id = git_tree_entry_id(found.pointer) else { return false }
    return try ObjectID(id.pointee) == file.contentID()
  }
}
