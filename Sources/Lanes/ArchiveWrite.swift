import Archiving
import TextEditing
import Versioning

/// An export: the tree of a commit as an archive, or as a folder.
package struct ArchiveWrite: Hashable, Sendable, Codable {
  /// What is exported.
  package enum Source: Hashable, Sendable, Codable {
    case commit(CommitReference)
    /// A tree that was named without a commit.
    case tree(ObjectID)
  }

  /// Where it is written; paths are absolute, or from the repository's root.
  package enum Destination: Hashable, Sendable, Codable {
    case file(String)
    /// A folder that is not there yet, or is empty.
    case folder(String)
    /// A folder that may have something in it, which gives way to files of the same name.
    case into(String)
    case standardOutput
  }

  package let source: Source
  package let format: ArchiveFormat
  package let destination: Destination
  package let terms: ExportOptions

  package init(_ source: Source, as format: ArchiveFormat, to destination: Destination, _ terms: ExportOptions) {
    self.source = source
    self.format = format
    self.destination = destination
    self.terms = terms
  }

  /// The path of what is written; nil for standard output.
  package var path: String? {
    switch destination {
    case .file(let path), .folder(let path), .into(let path): path
    case .standardOutput: nil
    }
  }

  /// The path that all that is written is at, or below: in a folder, the prefix comes after its path.
  package var top: String? {
    switch destination {
    case .file(let path): path
    case .folder(let path), .into(let path): "\(path)/\(terms.prefix)"
    case .standardOutput: nil
    }
  }
}

/// What came of an export.
package struct ArchiveResult: Hashable, Sendable, Codable {
  /// Nil for standard output.
  package let path: String?
  /// Nil when a tree was exported.
  package let commit: ObjectID?
  /// How many files and links there are in it.
  package let entryCount: Int
  /// How many bytes the archive has, or the files in the folder.
  package let byteCount: Int
  /// Nil when nobody asked for it, and for a folder.
  package let digest: ContentDigest?

  /// What later steps may ask about it.
  var outputs: [String: String] {
    ["path": path, "commit": commit?.hex, "sha256": digest?.hex].compactMapValues(\.self)
  }

  package init(path: String?, commit: ObjectID?, entryCount: Int, byteCount: Int, digest: ContentDigest?) {
    self.path = path
    self.commit = commit
    self.entryCount = entryCount
    self.byteCount = byteCount
    self.digest = digest
  }
}
