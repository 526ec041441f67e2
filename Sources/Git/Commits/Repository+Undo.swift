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
    if let commit { _ = try self.commit(commit) }
    try apply(ReferenceChange(name: head.reference, expected: expected, new: commit), reflog: message, now: now)
  }
}
