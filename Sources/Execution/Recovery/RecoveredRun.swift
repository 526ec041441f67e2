import Lanes
import Libc
import MartletTextEditing
import MartletVersioning

/// A run that left a tag but no journal, with its lane planned again: enough to write an equivalent journal.
///
/// Entries are performed in order. So all entries up to the tag are done, commands included, and all up to the last
/// push that has arrived. After that, the state of commands is unknown: an outward one counts as started.
package struct RecoveredRun {
  private struct Item {
    let entry: Plan.Entry
    let change: Change
    let isDone: Bool
    /// The contents of the file before.
    let copy: [UInt8]?
  }

  private let id: RunID
  private let start: RunStart
  private let stages: [PlannedStage]
  private let history: TaggedRunHistory
  private let tag: Plan.Entry
  private var run: RunState
  private var items: [Item] = []

  /// Reconstructs the journal of the run.
  ///
  /// - Parameters:
  ///   - stages: The stages up to the one with the tag, and those after it that can be planned now.
  ///   - history: The history, at the moment before the first stage.
  /// - Throws: `TransportError` when a remote cannot be read.
  package init(_ start: RunStart, stages: [PlannedStage], since history: TaggedRunHistory) throws {
    guard let tag = stages.tag(of: history.trace) else { throw ExecutionError.unknownEntry(0) }
    guard let id = RunID(beginningAt: history.workspace.utc) else {
      throw ExecutionError.cannotLock("runs", code: EINVAL)
    }
    (self.id, self.history, self.tag) = (id, history, tag)
    run = history.runState(of: id)
    let proven = try stages.lastArrived(after: tag, run, history.workspace)
    self.stages = Array(stages.prefix { ($0.plan.entries.first?.number ?? 0) <= proven })
    self.start = start.traced(by: history.trace, stageCount: self.stages.count)
    for entry in self.stages.flatMap(\.plan.entries) {
      run.entry = entry.number
      if let item = try recorded(entry, isProven: entry.number <= proven) {
        items.append(item)
        if item.isDone { run.note(item.change) }
      }
      try history.pass(entry)
    }
  }

  /// The number of stages that have begun for certain.
  package var stageCount: Int { stages.count }

  /// The record of the reconstructed journal, without writing it.
  package var record: RunRecord { RunRecord(id, start, history.origin, events) }

  /// Writes the reconstructed journal.
  ///
  /// - Throws: `ExecutionError.locked`, `.unfinished`.
  package func begin() throws -> RunID {
    try history.workspace.trust.check(.write, before: "writing the journal")
    let journal = try RunJournal(beginning: start, in: history.workspace, at: history.time) {
      folder throws(ExecutionError) in
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
      // Copies without a journal would block other runs.
      journal.folder.remove()
      throw error
    }
    return journal.folder.id
  }

  private var events: [JournalEvent] {
    let changes = items.map { JournalEvent.intended(entry: $0.entry.number, change: $0.change) }
    let ends = items.filter(\.isDone).map { JournalEvent.done(entry: $0.entry.number, output: nil) }
    // The stages come last: they show that the events before them are complete.
    return changes + ends + stages.map { .planned(stage: $0) }
  }

  /// Returns the item for `entry`; nil when it counts as not done.
  private func recorded(_ entry: Plan.Entry, isProven: Bool) throws -> Item? {
    func item(_ change: Change, isDone: Bool? = nil, copy: [UInt8]? = nil) -> Item {
      Item(entry: entry, change: change, isDone: isDone ?? isProven, copy: copy)
    }
    // Uncommitted files may be missing here, and the last stage can create them.
    let isOver = isProven && entry.stage < stages.count
    switch entry.effect {
    case .writeFile(let write):
      guard isOver || isProven && committedPaths.contains(write.path) else { break }
      let change = FileReplacement(
        entry: entry.number, path: write.path, before: write.digestBefore, after: write.digestAfter,
        folders: [])
      return item(.file(change), copy: try history.bytes(of: write.path))
    case .createCommit(let creation):
      guard let commit = history.nextCommit else { break }
      let move = CommitMove(
        entry: entry.number, branch: creation.branch, parent: history.currentCommit, commit: commit,
        paths: creation.paths, files: creation.files, indexBefore: nil, indexAfter: nil)
      return item(.commit(move))
    case .createTag(let creation):
      if entry == tag { return item(.tag(creation.name, object: history.trace.object)) }
    case .runCommand(let command):
      let change: Change = command.isOutward ? .outwardCommand(command.line) : .nothing
      return isProven || command.isOutward ? item(change) : nil
    case .pushRefs(let push): return try PushPerformer(push: push).change(in: history.workspace, run).map { item($0) }
    case .writeArchive(let write):
      if try history.hasReleased(write) { return item(.nothing, isDone: true) }
      return isOver ? item(.nothing) : nil
    case .showMessage: return isProven ? item(.nothing) : nil
    case .release(.keepArtifact(let artifact)):
      if try history.hasReleased(artifact) { return item(.nothing, isDone: true) }
    case .release, .publishTree: break
    // The service is queried when the run is resumed.
    case .postMessage: return nil
    }
    return try entry.effect.performer.isPerformed(in: history.workspace, run).map { item($0, isDone: true) }
  }

  /// The paths of the run's commits before the tag.
  private var committedPaths: Set<RelativePath> {
    stages.flatMap(\.plan.entries).reduce(into: []) { paths, entry in
      if case .createCommit(let commit) = entry.effect, entry.number < tag.number { paths.formUnion(commit.paths) }
    }
  }
}

extension [PlannedStage] {
  /// The entry of the tag of `trace`, otherwise of the first tag; nil for none.
  package func tag(of trace: PlanTrace) -> Plan.Entry? {
    let tags = flatMap(\.plan.entries).filter { if case .createTag = $0.effect { true } else { false } }
    return tags.first { if case .createTag(let tag) = $0.effect { tag.name == trace.tag } else { false } } ?? tags.first
  }

  /// The number of commits before the tag of `trace`.
  package func commitCount(before trace: PlanTrace) -> Int {
    let end = tag(of: trace)?.number ?? .max
    return flatMap(\.plan.entries).count { entry in
      if case .createCommit = entry.effect { entry.number < end } else { false }
    }
  }

  /// Returns the number of the last push after `tag` that has arrived; otherwise that of the tag.
  fileprivate func lastArrived(after tag: Plan.Entry, _ run: RunState, _ workspace: Workspace) throws -> Int {
    let pushes = flatMap(\.plan.entries).reversed().filter { entry in
      if case .pushRefs = entry.effect { entry.number > tag.number } else { false }
    }
    return try pushes.first { try $0.effect.performer.isPerformed(in: workspace, run) != nil }?.number ?? tag.number
  }
}

extension TaggedRunHistory {
  /// Returns the state of the run at its tag.
  fileprivate func runState(of id: RunID) -> RunState {
    var run = RunState(in: RunStore(of: workspace.repository).folder(of: id))
    run.references = ["refs/heads/\(branch)": trace.commit, "refs/tags/\(trace.tag)": trace.object]
    run.isTraced = true
    return run
  }

  /// This process, at the time when the run began.
  fileprivate var origin: RunOrigin { RunOrigin(of: workspace, at: time) }

  /// Returns the contents of the file at that moment; nil when there was none.
  fileprivate func bytes(of path: RelativePath) throws -> [UInt8]? {
    switch try contents(of: path) {
    case .asNow: try workspace.disk.contents(at: path)
    case .absent: nil
    case .bytes(let bytes): bytes
    }
  }
}
