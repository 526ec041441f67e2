import CLibGit2
import MartletCore

extension Repository {
  /// Commits only the given files on top of HEAD, as `git commit --only` does, and moves the branch, or a detached
  /// HEAD. Other staged changes stay staged.
  ///
  /// After a failure, HEAD, the branch and the index are as they were; only unreferenced objects may remain.
  package func createCommit(_ request: CommitRequest) throws(GitError) -> ObjectID {
    let commit = try prepareCommit(request)
    try commit.finish()
    return commit.id
  }

  /// Stores the commit's objects without a reference, and keeps the index locked until the commit is finished or freed.
  ///
  /// The hooks `pre-commit`, `prepare-commit-msg` and `commit-msg` run as in git. Additions of `pre-commit` to the
  /// index are committed as well. The commit is signed as `request` specifies.
  package func prepareCommit(_ request: CommitRequest) throws(GitError) -> PreparedCommit {
    let head = try head()
    guard head.commit == request.expectedHead else {
      throw .headMoved(expected: request.expectedHead, found: head.commit)
    }
    let author = try identity(.author, now: request.now)
    let committer = try identity(.committer, now: request.now)
    _ = try Message(request.message)

    try refuseUncommittable(request.paths)
    let real = try IndexFile(locking: self)
    let hooks = CommitHooks(repository: self, request: request, author: author)
    let staged = try stage(request.paths, on: head.commit, real: real, hooks: hooks)
    let tree = try writeTree(of: staged.index)
    if try tree == head.commit.map({ id throws(GitError) in try commit(id).tree }) { throw .nothingToCommit }
    let message = try hooks.message(index: staged.index)
    let object = CommitObject(
      tree: tree, parents: head.commit.map { [$0] } ?? [], author: author, committer: committer, message: message.text)
    let id = try write(object, of: request)

    for path in staged.changed { try real.set(staged.index.entry(at: path), at: path) }
    try real.write()
    let kind = head.commit == nil ? "commit (initial)" : "commit"
    return PreparedCommit(
      ReferenceChange(name: head.reference, expected: head.commit, new: id), id: id, index: real, hooks: hooks,
      pathsChangedByHook: staged.touched.sorted(),
      signing: LogEntry(identity: committer, message: "\(kind): \(message.firstLine)"))
  }

  /// Returns the index of HEAD with the given files, after the `pre-commit` hook; the paths that the repository's index
  /// copies from it; and those of them that the hook changed.
  private func stage(
    _ paths: [RelativePath], on head: ObjectID?, real: IndexFile, hooks: CommitHooks
  ) throws(GitError)
    -> (index: IndexFile, changed: Set<String>, touched: Set<String>)
  {
    let index = try IndexFile(temporaryIn: self)
    if let head { try read(head, into: index) }
    if hooks.readIndex { try index.copyTimes(from: real) }
    var changed: Set<String> = []
    for path in paths {
      let previous = index.entry(at: path.string) ?? real.entry(at: path.string)
      if previous?.mode == Self.submoduleMode { throw .notCommittable(path, reason: "it is a submodule") }
      try index.set(try WorkTreeFile(repository: self, path: path).indexEntry(previous: previous), at: path.string)
      changed.insert(path.string)
    }
    guard hooks.hasPreCommit else { return (index, changed, []) }
    try index.write()
    let before = index.contents
    try hooks.check(index: index)
    try index.reread()
    let after = index.contents
    let touched = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }
    return (index, changed.union(touched), touched)
  }

  /// Makes the files of `commit` the contents of `index`.
  func read(_ commit: ObjectID, into index: IndexFile) throws(GitError) {
    try objects.checkNesting(ofTree: self.commit(commit).tree)
    let tree = try handle(ofTreeOf: commit)
    try LibGit2.check(git_index_read_tree(index.index, tree.pointer), "read the tree of \(commit)")
  }

  func writeTree(of index: IndexFile) throws(GitError) -> ObjectID {
    let repository = libgit2
    var id = git_oid()
    try LibGit2.store("write the tree") { git_index_write_tree_to(&id, index.index, repository) }
    return ObjectID(id)
  }
}
