import Foundation
import Git

/// The runs of a repository, below its git directory, where all its working trees find them.
struct RunStore {
  private let path: String

  init(of repository: Repository) {
    path = "\(repository.commonDirectory)/martlet/runs"
  }

  /// Every run, the newest first.
  func ids() throws(ExecutionError) -> [RunID] {
    guard access(path, F_OK) == 0 else { return [] }
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw .cannotRead(path, code: access(path, R_OK | X_OK) == 0 ? EIO : lastSystemError)
    }
    return names.compactMap { RunID($0) }.sorted(by: >)
  }

  func folder(of id: RunID) -> RunFolder { RunFolder(id, in: path) }

  /// What the journal of `id` says.
  ///
  /// - Throws: `ExecutionError.newerJournal`, `.unreadableJournal` when not even its first line can be read.
  func record(of id: RunID) throws(ExecutionError) -> RunRecord {
    let journal = folder(of: id).journalPath
    let text: JournalText
    do {
      text = JournalText(try Disk.contents(of: journal))
    } catch {
      throw .cannotRead(journal, code: error.code)
    }
    if let format = text.format, format > Journal.format { throw .newerJournal(id, format: format) }
    guard let record = RunRecord(id, text) else { throw .unreadableJournal(id, path: journal) }
    return record
  }

  /// The run that has not ended, and that a person asked for; nil when all have.
  ///
  /// A run whose journal has no first line had not begun: nothing comes before that.
  func unfinished() throws(ExecutionError) -> RunRecord? {
    for id in try ids() where !hasEnded(id) {
      do throws(ExecutionError) {
        let record = try record(of: id)
        if record.outcome == nil, record.start.part == .main { return record }
      } catch {
        guard case .unreadableJournal = error, isUnbegun(id) else { throw error }
      }
    }
    return nil
  }

  /// Whether the journal's last line says so; told from its last bytes, because the lines before it can be long.
  private func hasEnded(_ id: RunID) -> Bool {
    guard let bytes = try? Disk.lastBytes(512, of: folder(of: id).journalPath),
      let line = bytes.split(separator: UInt8(ascii: "\n")).last,
      let record = try? JSONDecoder().decode(JournalRecord.self, from: Data(line)),
      case .ended = record.event
    else { return false }
    return true
  }

  private func isUnbegun(_ id: RunID) -> Bool {
    guard let bytes = try? Disk.contents(of: folder(of: id).journalPath) else { return true }
    return !bytes.contains(UInt8(ascii: "\n"))
  }

  /// Makes the folder of a new run and forgets the oldest ones that have ended.
  func makeFolder(of id: RunID) throws(ExecutionError) -> RunFolder {
    if mkdir(path, 0o700) != 0, errno != EEXIST { throw .cannotWrite(path, code: lastSystemError) }
    let folder = folder(of: id)
    try folder.make()
    for old in try ids().dropFirst(RunRecord.keptCount) where hasEnded(old) {
      self.folder(of: old).remove()
    }
    return folder
  }
}
