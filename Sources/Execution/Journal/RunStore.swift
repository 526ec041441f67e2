import Git
import MartletCore
import SystemAPI

/// The runs of a repository, in its common git directory, which all its working trees share.
struct RunStore {
  private let path: String

  init(of repository: Repository) {
    path = "\(repository.commonDirectory)/martlet/runs"
  }

  /// Returns every run that has begun, newest first. A run without a first journal line has not begun, unless it has
  /// copies of files: then its journal is lost.
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

  /// Returns the record of the run `id`.
  ///
  /// - Throws: `ExecutionError.newerJournal`, `.unreadableJournal` when its plan cannot be read, but it has begun.
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

  /// Returns the run of a user that has not ended; nil when all have.
  func unfinished() throws(ExecutionError) -> RunRecord? {
    for id in try ids() where !hasEnded(id) {
      let record = try record(of: id)
      if record.outcome == nil, record.start.part == .main { return record }
    }
    return nil
  }

  /// Returns whether the last line of the journal is the event `ended`. Only the last bytes are read, because lines can
  /// be long, and every command checks every kept run.
  private func hasEnded(_ id: RunID) -> Bool {
    guard let bytes = try? Disk.lastBytes(512, of: folder(of: id).journalPath),
      let line = bytes.split(separator: UInt8(ascii: "\n")).last
    else { return false }
    return line.starts(with: #"{"event":{"ended":"#.utf8) && line.last == UInt8(ascii: "}")
  }

  private func hasBegun(_ id: RunID) -> Bool {
    var status = stat()
    guard stat(folder(of: id).journalPath, &status) == 0 else { return false }
    // A first line has hundreds of bytes, so only a shorter file may be incomplete.
    guard status.st_size < 4096 else { return true }
    return (try? Disk.contents(of: folder(of: id).journalPath).contains(UInt8(ascii: "\n"))) ?? false
  }

  /// Creates the folder of a new run, and removes the oldest ended runs and those that never began. The caller must
  /// hold the lock.
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

extension ExecutionError {
  static func newerJournal(_ id: RunID, format: Int) -> ExecutionError {
    .failed(
      Failure(
        "the journal of run \(id) has the format \(format), expected \(Journal.format) or less",
        hint: "use the version of Martlet that started the run, or a newer one", code: .newerJournal))
  }

  /// The journal lines with the plan of the run cannot be read.
  static func unreadableJournal(_ id: RunID, folder: String, copies: [CopiedFile] = []) -> ExecutionError {
    .failed(
      Failure(
        "the journal of run \(id) is damaged, and its plan cannot be read",
        hint:
          "see what the run changed with `git status`, restore files from `\(folder)/before`, then move `\(folder)` away",
        notes: copies.map { "restore `\($0.path)`: cp \($0.copy.shellWord) \($0.path.shellWord)" }))
  }
}
