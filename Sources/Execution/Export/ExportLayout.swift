import Archiving
import Git
import Lanes

/// What all threads of an export know of what is written.
struct ExportLayout: Sendable {
  let archive: ArchiveLayout
  /// Where the files of a folder are written, and when they were last changed; nil for an archive.
  let folder: (draft: FolderDraft, time: UInt64)?
  /// Files of more bytes git neither holds in memory nor converts.
  let largeFileLength: Int

  /// How a block of the archive is compressed; nil when it is not compressed in blocks.
  var compression: BlockCompression? {
    if case .tar(_, let compression) = archive { compression } else { nil }
  }

  /// What lays out entries on one thread.
  func makePacker() throws -> any EntryPacker {
    if let folder { return FolderPacker(folder.draft, time: folder.time) }
    switch archive {
    case .tar(let layout, _), .tarStream(let layout, _): return TarPacker(layout)
    case .zip(let layout, let compression): return try ZipPacker(layout, compression, wholeLimit: largeFileLength)
    case .directory: throw ExecutionError.notAFolder("-")
    }
  }

  /// - Parameter folder: Where the files of a folder are written.
  init(
    _ write: ArchiveWrite, _ stamp: ArchiveStamp, in repository: Repository, folder: FolderDraft?
  ) throws {
    largeFileLength = repository.largeFileLength
    archive = write.format.layout(
      stamp, umask: try repository.archiveUmask(), library: write.terms.compressor, level: write.terms.level)
    if case .directory = archive, folder == nil { throw ExecutionError.notAFolder(write.path ?? "-") }
    self.folder = folder.map { ($0, stamp.time) }
  }
}
