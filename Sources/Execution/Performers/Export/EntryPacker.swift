import Archiving
import Git

/// Formats entries of an export, on one thread.
protocol EntryPacker: AnyObject {
  /// The size in bytes above which files are passed in parts.
  var wholeLimit: Int { get }

  /// Adds an entry with its whole contents.
  func pack(_ entry: ExportEntry, _ contents: ByteView, into piece: inout ExportPiece) throws

  /// Adds the start of a file of `byteCount` bytes, whose parts follow.
  func begin(_ entry: ExportEntry, byteCount: Int, into piece: inout ExportPiece) throws

  func pack(part: ByteView, into piece: inout ExportPiece) throws

  func end(into piece: inout ExportPiece) throws
}

/// Formats entries of a tar archive.
final class TarPacker: EntryPacker {
  private let layout: TarLayout
  private var byteCount = 0

  let wholeLimit = ExportWorker.wholeLimit

  init(_ layout: TarLayout) {
    self.layout = layout
  }

  func pack(_ entry: ExportEntry, _ contents: ByteView, into piece: inout ExportPiece) {
    guard case .file = entry.kind else {
      return layout.append(entry.archived, contents.array, to: &piece.bytes)
    }
    begin(entry, byteCount: contents.count, into: &piece)
    contents.append(to: &piece.bytes)
    end(into: &piece)
  }

  func begin(_ entry: ExportEntry, byteCount: Int, into piece: inout ExportPiece) {
    self.byteCount = byteCount
    layout.appendHeader(of: entry.archived, size: UInt64(byteCount), to: &piece.bytes)
  }

  func pack(part: ByteView, into piece: inout ExportPiece) { part.append(to: &piece.bytes) }

  func end(into piece: inout ExportPiece) { TarLayout.appendPadding(after: UInt64(byteCount), to: &piece.bytes) }
}

extension ExportEntry {
  /// The entry in the form that archives use.
  var archived: ArchiveEntry {
    switch kind {
    case .file(let isExecutable): ArchiveEntry(path: path, kind: .file(isExecutable: isExecutable), id: id)
    case .link: ArchiveEntry(path: path, kind: .link, id: id)
    case .folder: ArchiveEntry(path: path, kind: .directory, id: id)
    }
  }
}
