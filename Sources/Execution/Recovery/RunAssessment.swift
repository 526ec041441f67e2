import Git
import Lanes
import MartletTextEditing
import MartletVersioning

/// The state of each entry of a run, from its journal and from the current state of files, git and the remote.
package struct RunAssessment {
  /// How to treat an outward command that may not have finished.
  package enum UnknownCommand: Sendable {
    case refused, skipped, repeated
  }

  package enum State {
    case done
    case notDone
    /// Only a part of its references has arrived.
    case partlyDone
    /// Something else has changed the state since, or only the user can find out.
    case overtaken(any Error)
    /// The current state could not be read.
    case unknown(any Error)

    /// Whether it may be public.
    var mayBePublic: Bool {
      switch self {
      case .notDone: false
      case .done, .partlyDone, .overtaken, .unknown: true
      }
    }
  }

  package struct Item {
    package let entry: Plan.Entry
    /// Whether it is done according to the journal.
    package let isJournalled: Bool
    let change: Change
    package fileprivate(set) var state: State
    /// Whether it was undone, or its announcement was certainly not sent.
    fileprivate(set) var isUndone = false

    fileprivate var isAnnouncement: Bool { if case .postMessage = entry.effect { true } else { false } }
    /// Whether undoing the run has something to undo here.
    package var isRevertible: Bool { change.isRevertible }

    /// The commit that it made; nil for other entries.
    package var commit: ObjectID? {
      guard case .done = state, case .commit(let move) = change else { return nil }
      return move.commit
    }
  }

  package private(set) var items: [Item]
  /// Work of the run that is missing in its journal; nil for none.
  package let unrecorded: UnrecordedWork?
  /// What a remote has of a run whose journal was lost; nil for nothing, and for other runs.
  package private(set) var publicTrace: String?
  private let lane: String?
  private let isDone: Bool

  /// Compares the journal with files, git and the remote, without changing anything.
  ///
  /// A journal without an end may have lost its last lines, so every entry that is not done there is checked.
  package init(of record: RunRecord, in workspace: Workspace) {
    var run = RunState(in: RunStore(of: workspace.repository).folder(of: record.id))
    run.isTraced = record.start.trace != nil
    var items: [Item] = []
    for entry in record.entries {
      run.entry = entry.number
      let item = Self.item(entry, record, workspace, run)
      if case .done = item.state { run.note(item.change) }
      if case .release(.draft(let draft, _)) = item.change, case .notDone = item.state { run.lostDrafts.insert(draft) }
      if case .notDone = item.state, entry.effect.leavesPublicTraces { run.hasStoppedBefore = true }
      if let reference = entry.effect.createdReference { run.plannedReferences.insert(reference) }
      items.append(item)
    }
    if record.outcome == nil, !record.isUndoing {
      let states = UncommittedFiles(of: record, items).states(in: workspace)
      for index in items.indices {
        if let state = states[items[index].entry.number] { items[index].state = state }
      }
    }
    self.items = items
    lane = record.start.call?.lane
    isDone = record.outcome == .done
    unrecorded = UnrecordedWork(of: record, items, in: workspace)
    if run.isTraced { publicTrace = (try? PublicTraces(of: self, in: workspace))?.first }
  }

  private static func item(_ entry: Plan.Entry, _ record: RunRecord, _ workspace: Workspace, _ run: RunState) -> Item {
    func item(_ state: State, _ change: Change = .nothing, isJournalled: Bool = false) -> Item {
      Item(entry: entry, isJournalled: isJournalled, change: change, state: state)
    }
    do {
      guard let progress = record.progress[entry.number] else {
        guard record.outcome == nil else { return item(.notDone) }
        let performer = entry.effect.performer
        return try performer.isPerformed(in: workspace, run).map { item(.done, $0) } ?? item(.notDone)
      }
      if progress.isUndone {
        var item = item(.notDone, progress.change)
        item.isUndone = true
        return item
      }
      if progress.isDone, !record.isUndoing || entry.effect.isOutward {
        let hasVanished =
          if case .release(let change) = progress.change {
            record.hasLost(change, run, in: workspace)
          } else {
            try record.hasVanished(progress.change, in: workspace)
          }
        return item(hasVanished ? .notDone : .done, progress.change, isJournalled: true)
      }
      switch try progress.change.state(in: workspace) {
      case .done: return item(.done, progress.change)
      case .notDone: return item(.notDone, progress.change)
      case .partlyDone: return item(.partlyDone, progress.change)
      case .overtaken(let error): return item(.overtaken(error), progress.change)
      }
    } catch let error as UnreadableForge {
      return item(.unknown(error), record.progress[entry.number]?.change ?? .nothing)
    } catch let error as TransportError {
      return item(.unknown(error), record.progress[entry.number]?.change ?? .nothing)
    } catch {
      return item(.overtaken(error), record.progress[entry.number]?.change ?? .nothing)
    }
  }

  /// Returns the items that count as done, so that `resume` skips them.
  ///
  /// - Throws: `ExecutionError.unrecordedTag`, `.unrecordedCommit`, or the reason why the state of an item is unknown.
  package func itemsToSkip(_ commands: UnknownCommand) throws -> [Item] {
    try refuseUnrecordedWork()
    return try items.filter { item in try isDone(item, commands) }
  }

  private func isDone(_ item: Item, _ commands: UnknownCommand) throws -> Bool {
    switch item.state {
    case .done: return true
    case .notDone, .partlyDone: return false
    // An announcement in doubt stops only itself, when it is performed.
    case .unknown where item.isAnnouncement, .overtaken where item.isAnnouncement: return false
    case .unknown(let error): throw error
    case .overtaken(let error):
      guard case .outwardCommand = item.change, commands != .refused else { throw error }
      return commands == .skipped
    }
  }

  /// Returns the assessment with what the user found out about commands and announcements.
  ///
  /// - Parameter announcements: By the name of the channel.
  package func resolved(
    _ commands: UnknownCommand, _ announcements: [String: AnnouncementVerdict]
  ) -> RunAssessment {
    var assessment = self
    for (index, item) in items.enumerated() {
      switch (item.state, item.entry.effect) {
      case (.done, _): break
      case (.overtaken, .runCommand) where commands != .refused:
        guard case .outwardCommand = item.change else { break }
        assessment.items[index].state = commands == .skipped ? .done : .notDone
      case (_, .postMessage(let announcement)):
        guard let verdict = announcements[announcement.name] else { break }
        assessment.items[index].state = verdict == .sent ? .done : .notDone
      default: break
      }
    }
    return assessment
  }

  func refuseUnrecordedWork() throws {
    guard let work = unrecorded else { return }
    if isDone { throw ExecutionError.committedByUser(work.commit, isPublic: !work.isPrivate) }
    if let lane, !work.tags.isEmpty { throw ExecutionError.unrecordedTag("\(work)", lane: lane) }
    throw ExecutionError.unrecordedCommit("\(work)", isPublic: !work.isPrivate)
  }

  /// The commits of the run that were not undone, the last one first.
  var commits: [CommitMove] {
    items.reversed().compactMap { item in
      if case .commit(let move) = item.change, !item.isUndone { move } else { nil }
    }
  }

  /// The outward entries that are or may be public.
  package var publicItems: [Item] { items.filter { $0.entry.effect.isOutward && $0.state.mayBePublic } }

  /// The entries that are known to be public, at least in part.
  package var knownPublicItems: [Item] {
    publicItems.filter { item in
      switch item.state {
      case .done, .partlyDone: true
      case .notDone, .overtaken, .unknown: false
      }
    }
  }

  /// Whether the run was resumed and finished in another clone.
  package var isFinishedElsewhere: Bool {
    items.contains { if case .overtaken(is ReleaseOfOtherRun) = $0.state { true } else { false } }
  }

  /// The entries that have been done.
  package var doneEntries: [Plan.Entry] {
    items.compactMap { item in
      if case .done = item.state { item.entry } else { nil }
    }
  }

  /// The entries that are not done yet.
  package var openEntries: [Plan.Entry] {
    items.compactMap { item in
      if case .done = item.state { nil } else { item.entry }
    }
  }
}

extension Effect {
  /// Whether the remote or the forge shows that it was performed.
  fileprivate var leavesPublicTraces: Bool {
    switch self {
    case .pushRefs, .release(.publishRelease), .release(.publishPackage), .publishTree: true
    case .writeFile, .createCommit, .createTag, .writeArchive, .runCommand, .showMessage, .release, .postMessage: false
    }
  }

  /// The full name of the reference that it creates or moves here; nil for none.
  var createdReference: String? {
    switch self {
    case .createCommit(let commit): commit.reference
    case .createTag(let tag): "refs/tags/\(tag.name)"
    case .writeFile, .pushRefs, .writeArchive, .runCommand, .showMessage, .release, .postMessage, .publishTree: nil
    }
  }
}

extension RunRecord {
  /// Returns whether the draft was deleted that the run created and did not publish. False if the forge cannot be read.
  fileprivate func hasLost(_ change: ReleaseChange, _ run: RunState, in workspace: Workspace) -> Bool {
    let isPublished = entries.contains { entry in
      guard case .release(.publishRelease(let publication)) = entry.effect else { return false }
      return publication.draft == change.draft && progress[entry.number]?.isDone == true
    }
    guard outcome == nil, !isPublished else { return false }
    guard case .draft = change else { return run.lostDrafts.contains(change.draft) }
    if case .notDone? = try? change.state(in: workspace) { return true }
    return false
  }

  /// Returns whether a done change was undone without a journal entry, which a failing disk can cause. For a file that
  /// the run writes twice, this cannot be checked.
  fileprivate func hasVanished(_ change: Change, in workspace: Workspace) throws -> Bool {
    guard change.leavesTraces else { return false }
    if let path = change.path, progress.values.count(where: { $0.change.path == path }) > 1 { return false }
    if case .notDone = try change.state(in: workspace) { return true }
    return false
  }
}
