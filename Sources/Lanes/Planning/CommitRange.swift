import MartletCore

/// A range of history: the ancestors of one commit that are not ancestors of others.
package struct CommitRange: Hashable, Sendable {
  package let end: ObjectID
  /// Commits that are excluded together with their ancestors.
  package let excluded: [ObjectID]
  /// Only commits that change one of these; empty: all.
  package let paths: [PathPattern]

  package init(to end: ObjectID, without excluded: [ObjectID], touching paths: [PathPattern] = []) {
    self.end = end
    self.excluded = excluded
    self.paths = paths
  }
}
