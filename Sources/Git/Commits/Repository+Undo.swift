import CLibGit2
import TextEditing
import Versioning

extension Repository {
  /// Moves the current branch, or HEAD when it is detached, from one commit to another and nothing else: neither the
  /// index nor the work tree. Throws `headMoved` or `referenceMoved` when it is not at `expected`.
  ///
  /// - Parameters:
  ///   - commit: nil makes the branch unborn again.
  ///   - message: what the reflog says, for example `martlet: undo`.
  package func moveHead(from expected: ObjectID, to commit: ObjectID?, message: String, now: Int64) throws(GitError) {
    let head = try head()
    guard head.commit == expected else { throw .headMoved(expected: expected, found: head.commit) }
    if commit == nil, head.branch == nil {
      throw .failed(task: "move HEAD", reason: "it is detached and can only go to another commit")
    }
    if let commit { _ = try handle(ofCommit: commit) }
    // Taking a commit back must not fail for want of a name: who made it is known.
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

  /// Makes the index have the given files as `commit` has them; what it does not have is taken out.
  ///
  /// - Parameter commit: nil takes all of them out.
  package func resetIndex(_ paths: [RelativePath], to commit: ObjectID?) throws(GitError) {
    let index = try IndexFile(locking: self)
    for path in paths {
      try index.set(try commit.flatMap { id throws(GitError) in try entry(at: path, in: id) }, at: path.string)
    }
    try index.write()
    try index.replace(indexOf: self)
  }

  /// Lets the index follow `commit` where it has stayed behind: of `paths`, those that it still has as `parent` does.
  /// Whether the file of the index is the one that it was says nothing: `git status` writes it anew.
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
