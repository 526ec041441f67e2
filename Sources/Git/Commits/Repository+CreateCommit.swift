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
    let index = try CommitIndex(of: self, for: request.paths, on: head.commit)
    guard !index.paths.isEmpty else { throw .nothingToCommit }
    let name = try CommitCommand(repository: self, request: request, head: head, index: index).run()
    let commit = try commit(named: name, on: head, request)
    try index.finish(from: head.commit, to: commit)
    return commit
  }

  /// Returns the commit that git has made. It is undone if another one or another branch got there before: git compares only
  /// with the HEAD that it has read itself.
  ///
  /// - Parameter name: The start of its id.
  private func commit(
    named name: String, on head: HeadState, _ request: CommitRequest
  ) throws(GitError) -> ObjectID {
    let found = try namedByHead()
    // Another commit may follow it already.
    var made = found.commit.flatMap { $0.hex.hasPrefix(name) ? $0 : nil }
    if made == nil { made = try object(named: "\(name)^{commit}") }
    guard let commit = made else {
      throw .failed(task: "make the commit", reason: "git does not know `\(name)`, which it has made")
    }
    let parent = try self.commit(commit).parents.first
    guard parent != head.commit || found.reference != head.reference else { return commit }
    if found.commit == commit {
      try moveHead(from: commit, to: parent, message: "martlet: undone", now: request.now)
      try resetIndex(request.paths, to: parent)
    }
    throw .headMoved(expected: head.commit, found: parent)
  }
}
