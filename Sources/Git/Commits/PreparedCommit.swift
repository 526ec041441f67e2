import MartletCore

/// A commit with stored objects and a prepared index. No reference names it yet, and the repository's index is locked
/// until the commit is finished or this object is freed.
package final class PreparedCommit {
  package let id: ObjectID
  /// The paths, in byte order, whose entries the `pre-commit` hook added, changed or removed.
  package let pathsChangedByHook: [String]
  private let change: ReferenceChange
  private let index: IndexFile
  private let hooks: CommitHooks
  private let logEntry: LogEntry

  init(
    _ change: ReferenceChange, id: ObjectID, index: IndexFile, hooks: CommitHooks, pathsChangedByHook: [String],
    signing logEntry: LogEntry
  ) {
    self.pathsChangedByHook = pathsChangedByHook
    self.change = change
    self.id = id
    self.index = index
    self.hooks = hooks
    self.logEntry = logEntry
  }

  /// The future bytes of the repository's index.
  package var indexContents: [UInt8]? { try? Files.contents(of: index.path) }

  /// Moves the branch to the commit, replaces the index, and runs `post-commit`.
  ///
  /// After a failure, the branch and the index are as they were.
  package func finish() throws(GitError) {
    let repository = hooks.repository
    try repository.apply(change, by: logEntry.identity, reflog: logEntry.message, whileHeadIs: change.name)
    do {
      try index.replace(indexOf: repository)
    } catch {
      try repository.apply(
        ReferenceChange(name: change.name, expected: change.new, new: change.expected), by: logEntry.identity,
        reflog: "reset: the index could not be replaced", whileHeadIs: change.name)
      throw error
    }
    hooks.reportCommit()
  }
}

/// The identity and message of a reflog entry.
struct LogEntry {
  let identity: Identity
  let message: String
}
