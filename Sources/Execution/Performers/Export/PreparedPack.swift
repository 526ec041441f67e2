import Archiving
import Lanes
import MartletCore

/// A zip archive of files on the disk. Its bytes depend only on their names, contents and executable bits.
struct PreparedPack: PreparedEffect {
  let change: Change
  private let files: [PackedFile]
  private let write: ArchiveWrite
  private let file: ArchiveFile
  private let workspace: Workspace
  private var entryCount = 0

  /// The time of all entries: 1980-01-01, the first day of the format.
  private static let time: UInt64 = 315_532_800

  /// Creates the empty draft.
  init(_ files: [PackedFile], _ write: ArchiveWrite, at path: String, in workspace: Workspace, _ state: RunState) throws
  {
    self.files = files
    self.write = write
    self.workspace = workspace
    file = try ArchiveFile(path, token: state.folder.token(of: state.entry))
    do {
      change = try file.placement(keepingAs: .archive, in: state).map { .export([$0]) } ?? .nothing
    } catch {
      file.discard()
      throw error
    }
  }

  mutating func stage() throws {
    let stamp = ArchiveStamp(commit: nil, time: Self.time)
    let layout = ZipLayout(stamp)
    let compressor = try DeflateCompressor(.deflate)
    var directory = ZipDirectory(layout)
    // The copy of the archive is hashed.
    var sink = ArchiveSink(isDigested: false, file.append)
    let entries = try PackedEntry.entries(of: files, in: workspace)
    for entry in entries {
      let contents = try entry.bytes()
      let archived = ArchiveEntry(path: Array(entry.path.utf8), kind: entry.kind, id: .zero)
      var bytes: [UInt8] = []
      let line = try layout.append(archived, contents, isText: false, compressor, to: &bytes)
      directory.append(line, start: sink.length)
      try sink.append(bytes)
    }
    try sink.append(directory.end(after: sink.length))
    try file.finish()
    entryCount = entries.count
  }

  func perform(_ run: inout RunState) throws {
    try file.moveIntoPlace()
    guard let path = write.path else { return }
    let kept = try BuiltArtifacts.keep([path], at: [file.path], in: run.folder)
    run.outcome.artifacts = kept
    guard let contents = kept.first?.contents else { return }
    run.outcome.archive = ArchiveResult(
      path: path, commit: nil, entryCount: entryCount, byteCount: contents.size, digest: contents.digest)
  }
}
