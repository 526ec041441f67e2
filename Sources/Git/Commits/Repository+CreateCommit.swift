import MartletCore

extension Repository {
  /// Commits only the given files on top of HEAD with `git commit --only`, which moves the branch, or a detached HEAD.
  /// Other staged changes stay staged. Hooks and signatures are git's affair.
  ///
  /// After a failure, HEAD, the branch and the index are as they were; only unreferenced objects may remain.
  package func createCommit(_ request: CommitRequest) throws(GitError) -> ObjectID {
    let head = try head()
    guard head.commit == request.expectedHead else {
      throw .headMoved(expected: request.expectedHead, found: head.commit)
    }
    for role in [Identity.Role.author, .committer] { _ = try identity(role, now: request.now) }
    _ = try Message(request.message)
    try refuseUncommittable(request.paths)
    for name in ["index", "HEAD", head.reference] { try lockWait(name).waitUntilFree() }
    let index = indexContents
    do throws(GitError) {
      let paths = try intendToAdd(request.paths)
      guard !paths.isEmpty else { throw GitError.nothingToCommit }
      let commit = try CommitCommand(repository: self, request: request, head: head).run(paths)
      try check(commit, isOn: head, request)
      return commit
    } catch {
      // git restores its index itself; here is that from before the new files.
      if let index, indexContents != index { _ = try? replaceIndex(with: index, expecting: indexContents) }
      throw error
    }
  }

  /// Adds the new ones among `paths` to the index, without their contents, because `git commit` knows no other files.
  ///
  /// - Returns: The paths that git knows.
  private func intendToAdd(_ paths: [RelativePath]) throws(GitError) -> [RelativePath] {
    let tracked = Set(try indexEntries(at: paths).map(\.path))
    var (known, new): ([RelativePath], [RelativePath]) = ([], [])
    for path in paths {
      let kind = try Files.kind(of: "\(workTree)/\(path)")
      // git removes a file with the first file of the folder that has replaced it, and adds no folder.
      if case .directory = kind { continue }
      if tracked.contains(path.string) {
        known.append(path)
      } else if kind != nil {
        new.append(path)
      } else if try object(named: "HEAD:\(path)") != nil {
        known.append(path)
      }
    }
    if !new.isEmpty {
      _ = try GitChange(self).output(
        of: ["add", "--intent-to-add", "--force", "--"] + new.map(\.literal), to: "add the files to the index")
    }
    return (known + new).sorted()
  }

  /// Checks that the commit is on top of `head`, and undoes it if another one or another branch got there before: git
  /// compares only with the HEAD that it has read itself.
  private func check(_ commit: ObjectID, isOn head: HeadState, _ request: CommitRequest) throws(GitError) {
    let parent = try self.commit(commit).parents.first
    let found = try self.head()
    guard parent != head.commit || found.reference != head.reference else { return }
    if found.commit == commit {
      try moveHead(from: commit, to: parent, message: "martlet: undone", now: request.now)
      try resetIndex(request.paths, to: parent)
    }
    throw .headMoved(expected: head.commit, found: parent)
  }
}
