import CLibGit2
import MartletCore

extension Repository {
  /// Moves the current branch, or a detached HEAD, from one commit to another, without changing the index or the work
  /// tree. Throws `headMoved` or `referenceMoved` when it is not at `expected`.
  ///
  /// - Parameters:
  ///   - commit: Nil makes the branch unborn again.
  ///   - message: The text of the reflog entry, such as `martlet: undone`.
  package func moveHead(from expected: ObjectID, to commit: ObjectID?, message: String, now: Int64) throws(GitError) {
    let head = try head()
    guard head.commit == expected else { throw .headMoved(expected: expected, found: head.commit) }
    if commit == nil, head.branch == nil {
      throw .failed(task: "move HEAD", reason: "it is detached and can only move to another commit")
    }
    if let commit { _ = try handle(ofCommit: commit) }
    // Undoing a commit must not fail because no identity is configured: the committer is known.
    let mover: Identity
    if let known = try? identity(.committer, now: now) {
      mover = known
    } else {
      mover = try self.commit(expected).committer
    }
    try apply(
      ReferenceChange(name: head.reference, expected: expected, new: commit), by: mover, reflog: message,
      whileHeadIs: head.reference)
  }

  /// Resets the given paths of the index to `commit`; files that it does not have are removed.
  ///
  /// - Parameter commit: Nil removes all of them.
  package func resetIndex(_ paths: [RelativePath], to commit: ObjectID?) throws(GitError) {
    let index = try IndexFile(locking: self)
    for path in paths {
      try index.set(try commit.flatMap { id throws(GitError) in try entry(at: path, in: id) }, at: path.string)
    }
    try index.write()
    try index.replace(indexOf: self)
  }

  /// Updates those of `paths` to `commit` whose entries in the index are still as in `parent`. The index file may
  /// differ from the known one, because `git status` rewrites it.
  package func advanceIndex(_ paths: [RelativePath], from parent: ObjectID, to commit: ObjectID) throws(GitError) {
    let index = try IndexFile(locking: self)
    var isBehind = false
    for path in paths {
      let (old, new) = (try entry(at: path, in: parent), try entry(at: path, in: commit))
      let found = index.entry(at: path.string).map(IndexContent.init)
      guard found == old.map(IndexContent.init), found != new.map(IndexContent.init) else { continue }
      try index.set(new, at: path.string)
      isBehind = true
    }
    guard isBehind else { return }
    try index.write()
    try index.replace(indexOf: self)
  }

  private func entry(at path: RelativePath, in commit: ObjectID) throws(GitError) -> git_index_entry? {
    let tree = try handle(ofTreeOf: commit)
    let found = try Handle.ifFound(git_tree_entry_free, "read `\(path)` of \(commit)") {
      git_tree_entry_bypath(&$0, tree.pointer, path.string)
    }
    guard let found, git_tree_entry_type(found.pointer) != GIT_OBJECT_TREE,
      let id = git_tree_entry_id(found.pointer)
    else { return nil }
    var entry = git_index_entry()
    entry.mode = UInt32(git_tree_entry_filemode(found.pointer).rawValue)
    entry.id = id.pointee
    return entry
  }
}
