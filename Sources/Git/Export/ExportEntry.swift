import MartletCore

/// An exported file, folder or link, without its contents.
package struct ExportEntry: Sendable {
  /// The kind of an entry.
  package enum Kind: Hashable, Sendable {
    case file(isExecutable: Bool)
    case link
    /// A folder, or a submodule that is left out.
    case folder
  }

  /// How the bytes of a file come from its object.
  enum Treatment: Sendable {
    case unchanged
    case converted(Conversion)
    /// These bytes, with the placeholders of `export-subst` expanded.
    case given([UInt8])
  }

  /// The path including the prefix; for a folder, it ends with a slash. The bytes need not be UTF-8.
  package let path: [UInt8]
  package let kind: Kind
  package let id: ObjectID
  /// The state of the attribute `diff` for a file; nil means that the contents decide.
  package let isText: Bool?
  let treatment: Treatment
  /// The index of the repository with the object: 0 for the exported one, others for submodules.
  let origin: Int

  /// Returns whether git treats contents that begin with `bytes` as text (xdiff-interface.c, buffer_is_binary).
  package static func areText(_ bytes: [UInt8]) -> Bool { !bytes.prefix(8000).contains(0) }
}
