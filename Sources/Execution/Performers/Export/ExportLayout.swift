import Archiving
import Git
import Lanes

/// The settings of an export that all its threads share.
struct ExportLayout: Sendable {
  let archive: ArchiveLayout
  /// The draft for the files of a folder and their modification time; nil for an archive.
  let folder: (draft: FolderDraft, time: UInt64)?
  /// The size in bytes above which git neither loads nor converts a file.
  let largeFileLength: Int

  /// Returns a packer for one thread.
  func makePacker() throws -> any EntryPacker {
    if let folder { return FolderPacker(folder.draft, time: folder.time) }
    switch archive {
    case .tar(let layout), .tarGzip(let layout): return TarPacker(layout)
    case .zip(let layout): return try ZipPacker(layout, wholeLimit: largeFileLength)
    case .directory: throw ExecutionError.notAFolder("-")
    }
  }

  /// - Parameter folder: The draft for the files of a folder.
  init(
    _ write: ArchiveWrite, _ stamp: ArchiveStamp, in repository: Repository, folder: FolderDraft?
  ) throws {
    largeFileLength = repository.largeFileLength
    archive = write.format.layout(stamp, umask: try repository.archiveUmask())
    if case .directory = archive, folder == nil { throw ExecutionError.notAFolder(write.path ?? "-") }
    self.folder = folder.map { ($0, stamp.time) }
  }
}
