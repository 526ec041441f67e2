import Essentials
import Git
import Libc

/// The runs of a repository, below its git directory, where all its working trees find them.
struct RunStore {
  private let path: String

  init(of repository: Repository) {
    path = "\(repository.commonDirectory)/martlet/runs"
  }

  /// Every run that has begun, the newest first. A run without a first line in its journal has not, unless it keeps
  /// copies of files: then the journal is lost.
  func ids() throws(ExecutionError) -> [RunID] { try folders().filter { hasBegun($0) || folder(of: $0).hasCopies } }

  private func folders() throws(ExecutionError) -> [RunID] {
    try RecordFolder.refuseLinks(in: path, of: [])
    guard access(path, F_OK) == 0 else { return [] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .cannotRead(path, code: access(path, R_OK | X_OK) == 0 ? EIO : lastSystemError)
    }
    let ids = names.compactMap { RunID($0) }.sorted(by: >)
    try RecordFolder.refuseLinks(in: path, of: ids.map(folder))
    return ids
  }

  func folder(of id: RunID) -> RunFolder { RunFolder(id, in: path) }

  /// What the journal of `id` says.
  ///
  /// - Throws: `ExecutionError.newerJournal`, `.unreadableJournal` when nothing says what the run was to do, and it has
  ///   begun to do it.
  func record(of id: RunID) throws(ExecutionError) -> RunRecord {
    let journal = folder(of: id).journalPath
    let text: JournalText
    do {
      text = JournalText(try Disk.contents(of: journal))
    } catch {
      guard error.code == ENOENT else { throw .cannotRead(journal, code: error.code) }
      text = JournalText([])
    }
    if let format = text.format, format > Journal.format { throw .newerJournal(id, format: format) }
    guard let record = RunRecord(id, text), !record.stages.isEmpty || !folder(of: id).hasCopies else {
      throw .unreadableJournal(id, folder: folder(of: id).path, copies: folder(of: id).copiedPaths)
    }
    return record
  }

  /// The run that has not ended, and that a person asked for; nil when all have.
  func unfinished() throws(ExecutionError) -> RunRecord? {
    for id in try ids() where !hasEnded(id) {
      let record = try record(of: id)
      if record.outcome == nil, record.start.part == .main, record.isWhole { return record }
    }
    return nil
  }

  /// Whether the journal's last line says so; told from its last bytes, because the lines before it can be long, and as
  /// bytes, because every command asks for it of every run that is kept. The event is what a line begins with.
  private func hasEnded(_ id: RunID) -> Bool {
    guard let bytes = try? Disk.lastBytes(512, of: folder(of: id).journalPath),
      let line = bytes.split(separator: UInt8(ascii: "\n")).last
    else { return false }
    return line.starts(with: #"{"event":{"ended":"#.utf8) && line.last == UInt8(ascii: "}")
  }

  private func hasBegun(_ id: RunID) -> Bool {
    var status = stat()
    guard stat(folder(of: id).journalPath, &status) == 0 else { return false }
    // A first line is hundreds of bytes long; only of a shorter file is it worth to look whether it is whole.
    guard status.st_size < 4096 else { return true }
    return (try? Disk.contents(of: folder(of: id).journalPath).contains(UInt8(ascii: "\n"))) ?? false
  }

  /// Makes the folder of a new run, and forgets the oldest ones that have ended and those that never began. Whoever
  /// calls it has the lock.
  func makeFolder(of id: RunID) throws(ExecutionError) -> RunFolder {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .cannotWrite(path, code: lastSystemError) }
    let folder = folder(of: id)
    try folder.make()
    let runs = try ids()
    let outdated = runs.dropFirst(RunRecord.keptCount).filter(hasEnded)
    for old in try folders() where old != id && (outdated.contains(old) || !runs.contains(old)) {
      self.folder(of: old).remove()
    }
    return folder
  }
}
