import Lanes
import Libc
import TextEditing
import Versioning

/// A run that has left a tag and no journal, with its lane planned again: enough to write a journal that tells the same.
///
/// Entries are done in order. So all up to the tag are done, and all up to the last push that has arrived, whatever
/// commands they are. Beyond that nothing is known of commands: one that others may see the work of counts as begun.
package struct TracedRun {
  private struct Item {
    let entry: Plan.Entry
    let change: Change
    let isDone: Bool
    /// What the file held before.
    let copy: [UInt8]?
  }

  private let id: RunID
  private let start: RunStart
  private let stages: [PlannedStage]
  private let past: TracedPast
  private let tag: Plan.Entry
  private var run: RunState
  private var items: [Item] = []

  /// What the journal of the run will say.
  ///
  /// - Parameters:
  ///   - stages: The lane's, the one with the tag and those behind it that can be planned now.
  ///   - past: The moment before the first of them.
  /// - Throws: `TransportError` when a remote does not answer.
  package init(_ start: RunStart, stages: [PlannedStage], since past: TracedPast) throws {
    guard let tag = stages.firstTag else { throw ExecutionError.unknownEntry(0) }
    guard let id = RunID(beginningAt: past.workspace.utc) else {
      throw ExecutionError.cannotLock("runs", code: EINVAL)
    }
    (self.id, self.past, self.tag) = (id, past, tag)
    run = past.runState(of: id)
    let proven = try stages.lastArrived(after: tag, run, past.workspace)
    self.stages = Array(stages.prefix { ($0.plan.entries.first?.number ?? 0) <= proven })
    self.start = start.traced(by: past.trace, stageCount: self.stages.count)
    for entry in self.stages.flatMap(\.plan.entries) {
      run.entry = entry.number
      if let item = try recorded(entry, isProven: entry.number <= proven) {
        items.append(item)
        if item.isDone { run.note(item.change) }
      }
      past.pass(entry)
    }
  }

  /// How many of the stages have been begun for certain.
  package var stageCount: Int { stages.count }

  /// What its journal would say, for whoever only wants to look.
  package var record: RunRecord { RunRecord(id, start, past.origin, events) }

  /// Begins a journal with what is known of it.
  ///
  /// - Throws: `ExecutionError.locked`, `.unfinished`.
  package func begin() throws -> RunID {
    let journal = try RunJournal(beginning: start, in: past.workspace, at: past.time) { folder throws(ExecutionError) in
      var copies: [String] = []
      for item in items {
        guard let copy = item.copy else { continue }
        try folder.put(copy, of: .file, before: item.entry.number)
        copies.append(folder.copyPath(of: .file, before: item.entry.number))
      }
      try folder.synchronise(copies)
      return events
    }
    defer { journal.release() }
    do {
      try journal.recordBeginning()
    } catch {
      // Copies without a journal would keep other runs from beginning.
      journal.folder.remove()
      throw error
    }
    return journal.folder.id
  }

  private var events: [JournalEvent] {
    let changes = items.map { JournalEvent.intended(entry: $0.entry.number, change: $0.change) }
    let ends = items.filter(\.isDone).map { JournalEvent.done(entry: $0.entry.number, output: nil) }
    // The stages come last: by them it is known that the others are there.
    return changes + ends + stages.map { .planned(stage: $0) }
  }

  /// What is to be written down of `entry`; nil when it is still to be done, as far as is known.
  private func recorded(_ entry: Plan.Entry, isProven: Bool) throws -> Item? {
    func item(_ change: Change, isDone: Bool? = nil, copy: [UInt8]? = nil) -> Item {
      Item(entry: entry, change: change, isDone: isDone ?? isProven, copy: copy)
    }
    // What commits do not have may be missing here, and the last stage can make it.
    let isOver = isProven && entry.stage < stages.count
    switch entry.effect {
    case .writeFile(let write):
      guard isOver || isProven && committedPaths.contains(write.path) else { break }
      let change = FileReplacement(
        entry: entry.number, path: write.path, before: write.digestBefore, after: write.digestAfter,
        folders: [])
      return item(.file(change), copy: try past.bytes(of: write.path))
    case .createCommit(let creation):
      guard let commit = past.nextCommit else { break }
      let move = CommitMove(
        entry: entry.number, branch: creation.branch, parent: past.currentCommit, commit: commit,
        paths: creation.paths, files: creation.files, indexBefore: nil, indexAfter: nil)
      return item(.commit(move))
    case .createTag(let creation):
      if entry == tag { return item(.tag(creation.name, object: past.trace.object)) }
    case .runCommand(let command):
      let change: Change = command.isOutward ? .outwardCommand(command.line) : .nothing
      return isProven || command.isOutward ? item(change) : nil
    case .pushRefs(let push): return try PushPerformer(push: push).change(in: past.workspace, run).map { item($0) }
    case .writeArchive: return isOver ? item(.nothing) : nil
    case .showMessage: return isProven ? item(.nothing) : nil
    case .release: break
    }
    return try entry.effect.performer.isPerformed(in: past.workspace, run).map { item($0, isDone: true) }
  }

  /// What is in the run's commits up to the tag.
  private var committedPaths: Set<RelativePath> {
    stages.flatMap(\.plan.entries).reduce(into: []) { paths, entry in
      if case .createCommit(let commit) = entry.effect, entry.number < tag.number { paths.formUnion(commit.paths) }
    }
  }
}

extension [PlannedStage] {
  /// The entry that makes the run's first tag; nil when none does.
  package var firstTag: Plan.Entry? {
    flatMap(\.plan.entries).first { if case .createTag = $0.effect { true } else { false } }
  }

  /// How many commits are made up to the first tag.
  package var commitCount: Int {
    let entries = flatMap(\.plan.entries).prefix { entry in
      if case .createTag = entry.effect { false } else { true }
    }
    return entries.count { if case .createCommit = $0.effect { true } else { false } }
  }

  /// The number of the last push after `tag` that has arrived, otherwise that of the tag.
  fileprivate func lastArrived(after tag: Plan.Entry, _ run: RunState, _ workspace: Workspace) throws -> Int {
    let pushes = flatMap(\.plan.entries).reversed().filter { entry in
      if case .pushRefs = entry.effect { entry.number > tag.number } else { false }
    }
    return try pushes.first { try $0.effect.performer.isPerformed(in: workspace, run) != nil }?.number ?? tag.number
  }
}

extension TracedPast {
  /// What the run knows at its tag.
  fileprivate func runState(of id: RunID) -> RunState {
    var run = RunState(in: RunStore(of: workspace.repository).folder(of: id))
    run.references = ["refs/heads/\(branch)": trace.commit, "refs/tags/\(trace.tag)": trace.object]
    run.isTraced = true
    return run
  }

  /// This process, as if it had begun the run then.
  fileprivate var origin: RunOrigin { RunOrigin(of: workspace, at: time) }

  /// What a file held by then; nil when there was none.
  fileprivate func bytes(of path: RelativePath) throws -> [UInt8]? {
    switch try contents(of: path) {
    case .asNow: try workspace.disk.contents(at: path)
    case .absent: nil
    case .bytes(let bytes): bytes
    }
  }
}
