import Archiving
import Git

/// Lays out entries of an export, on one thread.
protocol EntryPacker: AnyObject {
  /// Files of more bytes are given in parts.
  var wholeLimit: Int { get }

  /// An entry with all that it holds.
  func pack(_ entry: ExportEntry, _ contents: UnsafeRawBufferPointer, into piece: inout ExportPiece) throws

  /// The beginning of a file of `byteCount` bytes, which follow in parts.
  func begin(_ entry: ExportEntry, byteCount: Int, into piece: inout ExportPiece) throws

  func pack(part: UnsafeRawBufferPointer, into piece: inout ExportPiece) throws

  func end(into piece: inout ExportPiece) throws
}

/// Lays out entries of a tar archive.
final class TarPacker: EntryPacker {
  private let layout: TarLayout
  private var byteCount = 0

  let wholeLimit = ExportWorker.wholeLimit

  init(_ layout: TarLayout) {
    self.layout = layout
  }

  func pack(_ entry: ExportEntry, _ contents: UnsafeRawBufferPointer, into piece: inout ExportPiece) {
    layout.append(entry.archived, contents, to: &piece.bytes)
  }

  func begin(_ entry: ExportEntry, byteCount: Int, into piece: inout ExportPiece) {
    self.byteCount = byteCount
    layout.appendHeader(of: entry.archived, size: UInt64(byteCount), to: &piece.bytes)
  }

  func pack(part: UnsafeRawBufferPointer, into piece: inout ExportPiece) { piece.bytes.append(contentsOf: part) }

  func end(into piece: inout ExportPiece) { TarLayout.appendPadding(after: UInt64(byteCount), to: &piece.bytes) }
}

extension ExportEntry {
  /// The entry as archives know it.
  var archived: ArchiveEntry {
    switch kind {
    case .file(let isExecutable): ArchiveEntry(path: path, kind: .file(isExecutable: isExecutable), id: id)
    case .link: ArchiveEntry(path: path, kind: .link, id: id)
    case .folder: ArchiveEntry(path: path, kind: .directory, id: id)
    }
  }
}
