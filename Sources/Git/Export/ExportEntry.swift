import Versioning

/// One thing that is exported, without what it holds.
package struct ExportEntry: Sendable {
  /// What it is.
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
    /// They are these: the placeholders of `export-subst` have been filled in.
    case given([UInt8])
  }

  /// With the prefix; that of a folder ends with a slash. The bytes need not be UTF-8.
  package let path: [UInt8]
  package let kind: Kind
  package let id: RawObjectID
  /// What the attribute `diff` says of a file; nil leaves it to its contents.
  package let isText: Bool?
  let treatment: Treatment
  /// Which of the export's repositories has the object: 0, or that of a submodule.
  let origin: Int

  /// Whether git takes contents that begin with `bytes` for text (xdiff-interface.c, buffer_is_binary).
  package static func areText(_ bytes: UnsafeRawBufferPointer) -> Bool { !bytes.prefix(8000).contains(0) }
}
