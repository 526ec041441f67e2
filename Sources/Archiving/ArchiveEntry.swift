import Versioning

/// One thing in an archive, without what it holds.
package struct ArchiveEntry: Sendable {
  /// What it is, as git knows it.
  package enum Kind: Hashable, Sendable {
    case file(isExecutable: Bool)
    /// A symbolic link; its contents are what it points to.
    case link
    case directory
  }

  /// The bytes of the name, which need not be UTF-8; that of a directory ends with a slash.
  package let path: [UInt8]
  package let kind: Kind
  /// The object that it is: names that do not fit are told by it.
  package let id: RawObjectID

  package init(path: [UInt8], kind: Kind, id: RawObjectID) {
    self.path = path
    self.kind = kind
    self.id = id
  }
}
