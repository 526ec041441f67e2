import Versioning

/// What an archive says of itself: the commit that it was made from, and when.
package struct ArchiveStamp: Hashable, Sendable {
  /// Nil for an archive of a tree that no commit was named for.
  package let commit: ObjectID?
  /// Seconds since 1970: every entry was changed then.
  package let time: UInt64

  package init(commit: ObjectID?, time: UInt64) {
    self.commit = commit
    self.time = time
  }
}
