import MartletCore

extension Repository {
  /// Checks that files can be committed on the current HEAD: there are no locks, this user may write, and git itself
  /// would commit them.
  ///
  /// - Throws: The reason why they cannot be committed, after waiting for locks.
  package func checkCommit(of paths: [RelativePath]) throws(GitError) {
    let head = try head()
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
    let index = try listedIndex()
    let entries = index.entries
    let unmerged = Set(entries.filter { $0.stage > 0 }.compactMap { RelativePath($0.path) })
    guard unmerged.isEmpty else { throw .unmergedPaths(unmerged.sorted()) }
    let submodules = Set(entries.filter { $0.mode == IndexEntry.submodule }.map(\.path))
    for path in paths {
      if let mark = index.entry(at: path)?.mark { throw .hiddenFromGit(path, mark) }
      if submodules.contains(path.string) { throw .notCommittable(path, reason: "it is a submodule") }
      try refuseOtherRepository(path, submodules)
      try WorkTreeFile(repository: self, path: path).refuseUncommittable()
    }
    if let found = try misspelling(among: paths) {
      throw .notCommittable(found.path, reason: "git tracks it as `\(found.tracked)`")
    }
  }

  private func refuseOtherRepository(_ path: RelativePath, _ submodules: Set<String>) throws(GitError) {
    var parent = path.parent
    while let folder = parent {
      let repository = try Files.kind(of: "\(workTree)/\(folder)/.git")
      if submodules.contains(folder.string) || repository != nil {
        throw .inOtherRepository(path, folder: folder)
      }
      parent = folder.parent
    }
  }
}
