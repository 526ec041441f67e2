import CLibGit2
import MartletCore

extension Repository {
  /// Checks that files can be committed on the current HEAD: there are no locks, this user may write, and git itself
  /// would commit them.
  ///
  /// - Throws: The reason why they cannot be committed, after waiting for locks.
  package func checkCommit(of paths: [RelativePath]) throws(GitError) {
    let head = try head()
    // libgit2 creates the commit, so it must be able to read its parent.
    if let commit = head.commit { _ = try handle(ofTreeOf: commit) }
    for name in Set(["index", "HEAD", head.reference]).sorted() { try lockWait(name).waitUntilFree() }
    try refuseReadOnlyFolders()
    try refuseUncommittable(paths)
  }

  /// Checks that a tag can be created: its lock is free, and this user may write.
  package func checkTag(named name: String) throws(GitError) {
    try lockWait("refs/tags/\(name)").waitUntilFree()
    try refuseReadOnlyFolders()
  }

  private func refuseReadOnlyFolders() throws(GitError) {
    let folders =
      [gitDirectory, commonDirectory]
      + ["objects", "refs", "refs/heads", "refs/tags"].map { "\(commonDirectory)/\($0)" }
    for folder in folders where try Files.kind(of: folder) != nil && !Files.isWritable(folder) {
      throw .notWritable(folder: folder)
    }
  }

  /// Throws for paths that `git commit --only` would refuse or leave out.
  func refuseUncommittable(_ paths: [RelativePath]) throws(GitError) {
    let index = try openIndex()
    try refuseConflicts(in: index)
    for path in paths {
      if let entry = git_index_get_bypath(index.pointer, path.string, 0), let mark = HiddenFile(entry.pointee) {
        throw .hiddenFromGit(path, mark)
      }
      try refuseOtherRepository(path, index)
    }
    if let found = try misspelling(among: paths) {
      throw .notCommittable(found.path, reason: "git tracks it as `\(found.tracked)`")
    }
    try refuseReplacements()
  }

  private func refuseConflicts(in index: borrowing Handle) throws(GitError) {
    guard git_index_has_conflicts(index.pointer) == 1 else { return }
    var paths: Set<RelativePath> = []
    for position in 0..<git_index_entrycount(index.pointer) {
      guard let entry = git_index_get_byindex(index.pointer, position), git_index_entry_stage(entry) > 0,
        let path = RelativePath(String(cString: entry.pointee.path))
      else { continue }
      paths.insert(path)
    }
    throw .unmergedPaths(paths.sorted())
  }

  private func refuseOtherRepository(_ path: RelativePath, _ index: borrowing Handle) throws(GitError) {
    var parent = path.parent
    while let folder = parent {
      let entry = git_index_get_bypath(index.pointer, folder.string, 0)?.pointee
      let repository = try Files.kind(of: "\(workTree)/\(folder)/.git")
      if entry?.mode == Self.submoduleMode || repository != nil { throw .inOtherRepository(path, folder: folder) }
      parent = folder.parent
    }
  }

  /// git reads a replacement instead of the named object, libgit2 reads the object itself. With a replaced HEAD, the
  /// two would create different commits.
  private func refuseReplacements() throws(GitError) {
    let head = try head().commit
    for object in try replacedObjects() {
      let isTree = try objects.kind(of: object) == .tree
      if object == head || isTree { throw .replacedObject(object) }
    }
  }

  /// Returns the objects that `git replace` has replaced.
  func replacedObjects() throws(GitError) -> [ObjectID] {
    let prefix = "refs/replace/"
    return try referenceNames(below: prefix).compactMap { ObjectID(String($0.dropFirst(prefix.count))) }
  }
}
