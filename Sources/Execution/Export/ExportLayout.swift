import Archiving
import Git
import Lanes

/// What all threads of an export know of what is written.
struct ExportLayout: Sendable {
  /// The form that is written.
  enum Form: Sendable {
    case tar(TarLayout, compression: BlockCompression?)
    /// As git compresses it: one stream, made by one thread.
    case tarStream(TarLayout, level: Int)
    case zip(ZipLayout, ZipCompression)
    case folder(FolderDraft, time: UInt64)
  }

  let form: Form
  /// Files of more bytes git neither holds in memory nor converts.
  let largeFileLength: Int

  /// How a block of the archive is compressed; nil when it is not compressed in blocks.
  var compression: BlockCompression? {
    switch form {
    case .tar(_, let compression): compression
    case .tarStream, .zip, .folder: nil
    }
  }

  /// What lays out entries on one thread.
  func makePacker() throws -> any EntryPacker {
    switch form {
    case .tar(let layout, _), .tarStream(let layout, _): TarPacker(layout)
    case .zip(let layout, let compression): try ZipPacker(layout, compression, wholeLimit: largeFileLength)
    case .folder(let draft, let time): FolderPacker(draft, time: time)
    }
  }

  /// That the level of `write` is one of its format.
  static func check(_ write: ArchiveWrite) throws(ArchiveError) {
    guard let level = write.terms.level else { return }
    switch (write.format, write.terms.compressor) {
    case (.tar, _), (.directory, _): break
    case (.tarGzip, .libdeflate): try BlockCompression.gzip(level: level).check()
    case (.tarGzip, .zlib): try ArchiveError.check(level, of: "tar.gz", 0...9)
    case (.tarZstd, _): try BlockCompression.zstd(level: level).check()
    case (.zip, .libdeflate): try ZipCompression.fast(level: level).check()
    case (.zip, .zlib): try ZipCompression.zlib(level: level).check()
    }
  }

  /// - Parameter folder: Where the files of a folder are written.
  init(
    _ write: ArchiveWrite, _ stamp: ArchiveStamp, in repository: Repository, folder: FolderDraft?
  ) throws {
    let (terms, level) = (write.terms, write.terms.level)
    largeFileLength = repository.largeFileLength
    let tar = TarLayout(stamp, umask: try repository.archiveUmask())
    switch (write.format, terms.compressor) {
    case (.tar, _): form = .tar(tar, compression: nil)
    case (.tarGzip, .libdeflate): form = .tar(tar, compression: .gzip(level: level ?? 6))
    case (.tarGzip, .zlib): form = .tarStream(tar, level: level ?? 6)
    case (.tarZstd, _): form = .tar(tar, compression: .zstd(level: level ?? 3))
    case (.zip, let compressor):
      let wanted: ZipCompression = compressor == .zlib ? .zlib(level: level ?? 6) : .fast(level: level ?? 6)
      let compression = level == 0 ? .stored : wanted
      form = .zip(ZipLayout(stamp, compression), compression)
    case (.directory, _):
      guard let folder else { throw ExecutionError.notAFolder(write.path ?? "-") }
      form = .folder(folder, time: stamp.time)
    }
  }
}
