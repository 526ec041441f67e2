import TextEditing
import Versioning

/// A commit to be made: which files, on top of what, with which words.
package struct CommitOrder: Sendable {
  /// The files that are committed as they are on disk; those that are not there are removed.
  package let paths: [RelativePath]
  /// The message, cleaned up when it is used; lines with `#` stay.
  package let message: String
  /// Where HEAD must be; nil for a branch without a commit.
  package let expectedHead: ObjectID?
  /// Seconds since 1970, for author and committer unless `GIT_AUTHOR_DATE` or `GIT_COMMITTER_DATE` say otherwise.
  package let now: Int64
  /// Whether the user's hooks run.
  package var hooks = HookPolicy.quiet
  /// Whether it is signed.
  package var signing = SigningPolicy.configured
  /// Whether hooks and signing may ask at the terminal.
  package var isInteractive = false

  /// An order that runs the hooks and asks nobody.
  package init(paths: [RelativePath], message: String, expectedHead: ObjectID?, now: Int64) {
    self.paths = paths
    self.message = message
    self.expectedHead = expectedHead
    self.now = now
  }
}
