import MartletCore

/// A tag to create.
package struct TagRequest: Sendable {
  /// The name, without `refs/tags/`.
  package let name: String
  /// The commit to tag.
  package let commit: ObjectID
  /// The message of an annotated tag; nil for a lightweight tag.
  package let message: String?
  /// The time of the tagger in seconds since 1970, unless `GIT_COMMITTER_DATE` is set.
  package let now: Int64
  /// Whether an annotated tag is signed.
  package var signing = SigningPolicy.configured
  /// Whether signing may prompt at the terminal.
  package var isInteractive = false

  /// Creates a request that does not prompt.
  package init(name: String, commit: ObjectID, message: String?, now: Int64) {
    self.name = name
    self.commit = commit
    self.message = message
    self.now = now
  }
}
