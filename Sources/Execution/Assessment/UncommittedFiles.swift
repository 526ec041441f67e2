import Lanes
import MartletCore

/// The files that a stopped run wrote and has yet to commit, compared with the disk.
///
/// The files on disk become part of the release. So a file that is neither as the run left it nor as it was before
/// stops the run. A file that is as it was before is written again.
struct UncommittedFiles {
  /// One write of a file: an entry of the plan, or a command with the file in its outputs.
  private struct Write {
    let entry: Int
    /// Nil for a command, which cannot be repeated.
    let before: CommittedFile.Contents?
    let after: CommittedFile.Contents
  }

  /// The writes of each file since its last commit, in order.
  private var writes: [RelativePath: [Write]] = [:]

  init(of record: RunRecord, _ items: [RunAssessment.Item]) {
    for item in items {
      let number = item.entry.number
      let isDone = if case .done = item.state { true } else { false }
      switch item.change {
      case .commit(let move) where isDone: for path in move.paths { writes[path] = nil }
      case .file(let file) where record.progress[number]?.isUndone != true:
        writes[file.path, default: []].append(
          Write(entry: number, before: file.before.map { .bytes($0) } ?? .absent, after: .bytes(file.after)))
      default:
        for file in isDone ? record.progress[number]?.outcome.files ?? [] : [] {
          writes[file.path, default: []].append(Write(entry: number, before: nil, after: file.contents))
        }
      }
    }
    guard record.stages.last?.isLast == true else { return }
    let open = items.flatMap { item -> [RelativePath] in
      guard case .createCommit(let commit) = item.entry.effect else { return [] }
      if case .done = item.state { return [] }
      return commit.paths
    }
    writes = writes.filter { Set(open).contains($0.key) }
  }

  /// Returns the states that differ from the journal, by the number of the entry.
  func states(in workspace: Workspace) -> [Int: RunAssessment.State] {
    var states: [Int: RunAssessment.State] = [:]
    for (path, writes) in writes {
      do {
        let found = CommittedFile.Contents(of: try workspace.disk.contents(at: path))
        states.merge(Self.states(of: writes, path, found)) { $1 }
      } catch {
        for write in writes { states[write.entry] = .overtaken(error) }
      }
    }
    return states
  }

  private static func states(
    of writes: [Write], _ path: RelativePath, _ found: CommittedFile.Contents
  ) -> [Int: RunAssessment.State] {
    guard let last = writes.last, last.after != found else {
      return Dictionary(uniqueKeysWithValues: writes.map { ($0.entry, .done) })
    }
    guard let first = writes.lastIndex(where: { $0.before == found }), writes[first...].allSatisfy({ $0.before != nil })
    else {
      let error: ExecutionError =
        last.before == nil ? .changedSinceCommand(path.string) : .changedSinceWritten(path.string)
      return [last.entry: .overtaken(error)]
    }
    return Dictionary(
      uniqueKeysWithValues: writes.indices.map { (writes[$0].entry, $0 < first ? .done : .notDone) })
  }
}

extension ExecutionError {
  /// A file is not as a command of this run left it.
  static func changedSinceCommand(_ path: String) -> ExecutionError {
    .failed(
      Failure(
        "`\(path)` is not as the command of the run left it",
        hint: "undo the run with `martlet undo`, then run the lane again", code: .changedSince))
  }
}
