import MartletCore

/// The origin of an archive: its commit and time.
package struct ArchiveStamp: Hashable, Sendable {
  /// Nil for an archive of a tree without a commit.
  package let commit: ObjectID?
  /// The modification time of all entries, in seconds since 1970.
  package let time: UInt64

  package init(commit: ObjectID?, time: UInt64) {
    self.commit = commit
    self.time = time
  }
}
