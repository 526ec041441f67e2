import MartletCore

/// A tag that existed before the run.
package struct ExistingTag: Hashable, Sendable {
  /// The commit that it points to, or the object when that is not a commit.
  package let target: ObjectID
  /// The day and author of the tag, or of the commit for a lightweight tag: `2026-03-01, A. Dev`; nil when they are
  /// unknown.
  package let origin: String?

  package init(target: ObjectID, origin: String?) {
    self.target = target
    self.origin = origin
  }
}
