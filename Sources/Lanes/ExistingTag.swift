import Versioning

/// A tag that is there before the run.
package struct ExistingTag: Hashable, Sendable {
  /// The commit that it leads to, or the object when that is no commit.
  package let target: ObjectID
  /// Who made it, or, where it is a mere name, the commit, and on which day: `2026-03-01, A. Dev`; nil when it does not
  /// say.
  package let origin: String?

  package init(target: ObjectID, origin: String?) {
    self.target = target
    self.origin = origin
  }
}
