import Archiving
import MartletCore

/// An export of a commit's tree as an archive or a folder, or a zip archive of files on the disk.
package struct ArchiveWrite: Hashable, Sendable, Codable {
  /// The commit or tree to export.
  package enum Source: Hashable, Sendable, Codable {
    case commit(CommitReference)
    /// A tree that was given without a commit.
    case tree(ObjectID)
    /// Files on the disk.
    case files([PackedFile])
  }

  /// The destination; paths are absolute, or relative to the repository's root.
  package enum Destination: Hashable, Sendable, Codable {
    case file(String)
    /// A folder that is missing or empty.
    case folder(String)
    /// A folder that may contain files; files with the same names are overwritten.
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

  /// The path of the archive or folder; nil for standard output.
  package var path: String? {
    switch destination {
    case .file(let path), .folder(let path), .into(let path): path
    case .standardOutput: nil
    }
  }

  /// The common path of everything that is written: for a folder, its path and the prefix.
  package var top: String? {
    switch destination {
    case .file(let path): path
    case .folder(let path), .into(let path): "\(path)/\(terms.prefix)"
    case .standardOutput: nil
    }
  }
}

/// The result of an export.
package struct ArchiveResult: Hashable, Sendable, Codable {
  /// Nil for standard output.
  package let path: String?
  /// Nil when a tree was exported.
  package let commit: ObjectID?
  /// The number of files and links.
  package let entryCount: Int
  /// The size of the archive, or of all files in the folder, in bytes.
  package let byteCount: Int
  /// Nil for a folder, and when it was not requested.
  package let digest: ContentDigest?

  /// The outputs for later steps.
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

extension ArchiveWrite: EffectValue {
  package var summary: EffectSummary {
    EffectSummary(
      keyword: "archive", format == .directory ? "folder" : "archive", path ?? "standard output",
      "of \(source.phrase)", phrase: "export to \(path ?? "standard output")")
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    let archive = outcome.archive
    return [
      "path": path, "format": format.rawValue, "commit": archive?.commit?.hex, "sha256": archive?.digest?.hex,
      "entries": archive?.entryCount, "bytes": archive?.byteCount,
    ]
  }

  package func receipt(_ outcome: Outcome) -> String? { path.map { "exported to \($0)" } }
  package var act: Trust.Act? { .run }
  package var isOpaque: Bool { terms.isAwaited }

  package func apply(to draft: inout Draft) throws {
    if let path, let top, !path.hasPrefix("/") { try Draft.checkOutsideGit(path, top) }
  }
}

extension ArchiveWrite.Source {
  fileprivate var phrase: String {
    switch self {
    case .commit(let commit): return commit.phrase
    case .tree(let id): return "the tree \(id.short)"
    case .files(let files):
      // The number of files, or the only folder.
      if files.count == 1, case .folder(let path) = files[0].contents { return path }
      return files.count.of("input")
    }
  }
}

/// A file of an archive that a step makes from files on the disk, or a folder with its files and links. A file replaces
/// the one of the same path in a folder.
package struct PackedFile: Hashable, Sendable, Codable {
  package enum Contents: Hashable, Sendable, Codable {
    case text(String)
    /// The path of the file: absolute, or from the root of the repository.
    case file(String, isExecutable: Bool)
    /// The path of a folder; its files, links and executable bits are read when the archive is written.
    case folder(String)
  }

  /// The path in the archive.
  package let path: String
  package let contents: Contents
  /// The target triples of the machine code in the file; nil if it may have any contents.
  package let triples: [String]?

  package init(_ path: String, _ contents: Contents, triples: [String]? = nil) {
    self.path = path
    self.contents = contents
    self.triples = triples
  }
}
