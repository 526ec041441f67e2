import MartletCore

/// An entry of an archive without its contents.
package struct ArchiveEntry: Sendable {
  /// The kind of a tree entry in git.
  package enum Kind: Hashable, Sendable {
    case file(isExecutable: Bool)
    /// A symbolic link; its contents are its target.
    case link
    case directory
  }

  /// The bytes of the path, which need not be UTF-8; that of a directory ends with a slash.
  package let path: [UInt8]
  package let kind: Kind
  /// The object's id, which replaces names that do not fit.
  package let id: ObjectID

  package init(path: [UInt8], kind: Kind, id: ObjectID) {
    self.path = path
    self.kind = kind
    self.id = id
  }
}

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
