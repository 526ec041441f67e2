import CLibGit2
import TextEditing
import Versioning

extension Repository {
  /// Commits the given files and nothing else on top of HEAD, as `git commit --only` does, and moves the branch, or
  /// HEAD when it is detached. What else is staged stays staged.
  ///
  /// When anything fails, HEAD, the branch and the index are as they were; only objects that nothing names are left.
  package func createCommit(_ order: CommitOrder) throws(GitError) -> ObjectID {
    let commit = try prepareCommit(order)
    try commit.finish()
    return commit.id
  }

  /// Stores the commit's objects, which nothing names yet, and keeps the index locked until the commit is finished or
  /// let go.
  ///
  /// The hooks `pre-commit`, `prepare-commit-msg` and `commit-msg` run as git runs them; what `pre-commit` adds to the
  /// index is committed too. The commit is signed as the order says.
  package func prepareCommit(_ order: CommitOrder) throws(GitError) -> PreparedCommit {
    let head = try head()
    guard head.commit == order.expectedHead else {
      throw .headMoved(expected: order.expectedHead, found: head.commit)
    }
    let author = try identity(.author, now: order.now)
    let committer = try identity(.committer, now: order.now)
    _ = try Message(order.message)

    try refuseUncommittable(order.paths)
    let real = try IndexFile(locking: self)
    let hooks = CommitHooks(repository: self, order: order, author: author)
    let staged = try stage(order.paths, on: head.commit, real: real, hooks: hooks)
    let tree = try writeTree(of: staged.index)
    if try tree == head.commit.map({ id throws(GitError) in try commit(id).tree }) { throw .nothingToCommit }
    let message = try hooks.message(index: staged.index)
    let object = CommitObject(
      tree: tree, parents: head.commit.map { [$0] } ?? [], author: author, committer: committer, message: message.text)
    let id = try write(object, of: order)

    for path in staged.changed { try real.set(staged.index.entry(at: path), at: path) }
    try real.write()
    let kind = head.commit == nil ? "commit (initial)" : "commit"
    return PreparedCommit(
      ReferenceChange(name: head.reference, expected: head.commit, new: id), id: id, index: real, hooks: hooks,
      pathsChangedByHook: staged.touched.sorted(),
      signing: LogEntry(identity: committer, message: "\(kind): \(message.firstLine)"))
  }

  /// Returns the index of HEAD with the given files in it, after the `pre-commit` hook; the paths that the repository's
  /// index takes over from it; and those of them that the hook changed.
  private func stage(
    _ paths: [RelativePath], on head: ObjectID?, real: IndexFile, hooks: CommitHooks
  ) throws(GitError)
    -> (index: IndexFile, changed: Set<String>, touched: Set<String>)
  {
    let index = try IndexFile(temporaryIn: self)
    if let head {
      let tree = try handle(ofTreeOf: head)
      try LibGit2.check(git_index_read_tree(index.index, tree.pointer), "read the tree of HEAD")
    }
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

  private func writeTree(of index: IndexFile) throws(GitError) -> ObjectID {
    let repository = libgit2
    var id = git_oid()
    try LibGit2.store("write the tree") { git_index_write_tree_to(&id, index.index, repository) }
    return ObjectID(id)
  }
}
