import Git
import SystemAPI

/// Writes entries of an export as files and links into existing folders.
final class FolderPacker: EntryPacker {
  private let draft: FolderDraft
  private let time: UInt64
  private var file: (name: [UInt8], descriptor: Int32)?

  let wholeLimit = ExportWorker.wholeLimit

  init(_ draft: FolderDraft, time: UInt64) {
    self.draft = draft
    self.time = time
  }

  deinit { if let file { close(file.descriptor) } }

  func pack(_ entry: ExportEntry, _ contents: ByteView, into piece: inout ExportPiece) throws {
    switch entry.kind {
    case .folder: break
    case .link:
      try draft.makeLink(entry.path, to: contents.array)
      draft.setTime(of: entry.path, to: time)
    case .file:
      try begin(entry, byteCount: contents.count, into: &piece)
      try pack(part: contents, into: &piece)
      try end(into: &piece)
    }
  }

  func begin(_ entry: ExportEntry, byteCount: Int, into piece: inout ExportPiece) throws {
    let isExecutable = entry.kind == .file(isExecutable: true)
    file = (entry.path, try draft.openFile(entry.path, isExecutable: isExecutable))
  }

  func pack(part: ByteView, into piece: inout ExportPiece) throws {
    guard let file else { return }
    do throws(SystemError) {
      try part.withPointer { bytes throws(SystemError) in try SystemFile.write(bytes, to: file.descriptor) }
    } catch {
      throw ExecutionError.cannotWrite(String(decoding: file.name, as: UTF8.self), code: error.code)
    }
  }

  func end(into piece: inout ExportPiece) throws {
    guard let file else { return }
    self.file = nil
    guard close(file.descriptor) == 0 else {
      throw ExecutionError.cannotWrite(String(decoding: file.name, as: UTF8.self), code: lastSystemError)
    }
    draft.setTime(of: file.name, to: time)
  }
}
