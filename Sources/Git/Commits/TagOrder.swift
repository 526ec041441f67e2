import Versioning

/// A tag to be made.
package struct TagOrder: Sendable {
  /// The name without `refs/tags/`.
  package let name: String
  /// The commit that is tagged.
  package let commit: ObjectID
  /// The message of an annotated tag; nil for a tag that is a mere name.
  package let message: String?
  /// Seconds since 1970, for the tagger unless `GIT_COMMITTER_DATE` says otherwise.
  package let now: Int64
  /// Whether an annotated tag is signed.
  package var signing = SigningPolicy.configured
  /// Whether signing may ask at the terminal.
  package var isInteractive = false

  /// An order that asks nobody.
  package init(name: String, commit: ObjectID, message: String?, now: Int64) {
    self.name = name
    self.commit = commit
    self.message = message
    self.now = now
  }
}
