import MartletCore

/// The files, parent and message of a commit to create.
package struct CommitRequest: Sendable {
  /// The files to commit as they are on disk; missing ones are removed.
  package let paths: [RelativePath]
  /// The message, which is cleaned up later; lines with `#` are kept.
  package let message: String
  /// The expected HEAD; nil for a branch without a commit.
  package let expectedHead: ObjectID?
  /// The time of author and committer in seconds since 1970, unless `GIT_AUTHOR_DATE` or `GIT_COMMITTER_DATE` is set.
  package let now: Int64
  /// Whether the user's hooks run.
  package var hooks = HookPolicy.quiet
  /// Whether it is signed.
  package var signing = SigningPolicy.configured
  /// Whether hooks and signing may prompt at the terminal.
  package var isInteractive = false

  /// Creates a request that runs the hooks and does not prompt.
  package init(paths: [RelativePath], message: String, expectedHead: ObjectID?, now: Int64) {
    self.paths = paths
    self.message = message
    self.expectedHead = expectedHead
    self.now = now
  }
}
