import TextEditing
import Versioning

/// Some of a repository's history: what leads to one commit and not to others.
package struct CommitRange: Hashable, Sendable {
  package let end: ObjectID
  /// Neither these nor what leads to them belongs to it.
  package let excluded: [ObjectID]
  /// Only commits that change one of these; empty: all.
  package let paths: [PathPattern]

  package init(to end: ObjectID, without excluded: [ObjectID], touching paths: [PathPattern] = []) {
    self.end = end
    self.excluded = excluded
    self.paths = paths
  }
}
