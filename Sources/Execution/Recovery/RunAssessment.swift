import Git
import Lanes
import TextEditing
import Versioning

/// What has become of a run, entry by entry: what its journal says, and where that ends, what the world says.
package struct RunAssessment {
  package enum State {
    case done
    case notDone
    /// Of what was to become public, a part is.
    case partlyDone
    /// Somebody has been there since, or only a person can tell.
    case overtaken(any Error)
    /// The world did not answer.
    case unknown(any Error)

    /// Whether others may see something of it.
    var mayBePublic: Bool {
      switch self {
      case .notDone: false
      case .done, .partlyDone, .overtaken, .unknown: true
      }
    }
  }

  package struct Item {
    package let entry: Plan.Entry
    /// Whether the journal calls it done.
    package let isJournalled: Bool
    let change: Change
    package fileprivate(set) var state: State

    /// The commit that it made; nil for anything else.
    package var commit: ObjectID? {
      guard case .done = state, case .commit(let move) = change else { return nil }
      return move.commit
    }
  }

  package let items: [Item]
  /// Work of the run that exists here although its journal does not hold it; nil when there is none.
  package let unrecorded: UnrecordedWork?

  /// Compares what the journal holds with the files, git and the remote; changes nothing.
  ///
  /// A journal without an end may have lost its last lines, so every entry that it does not call done is looked for.
  package init(of record: RunRecord, in workspace: Workspace) {
    var run = RunState(in: RunStore(of: workspace.repository).folder(of: record.id))
    run.isTraced = record.start.trace != nil
    var items: [Item] = []
    for entry in record.entries {
      run.entry = entry.number
      let item = Self.item(entry, record, workspace, run)
      if case .done = item.state { run.note(item.change) }
      if case .release(.draft(let draft, _)) = item.change, case .notDone = item.state { run.lostDrafts.insert(draft) }
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
    unrecorded = UnrecordedWork(of: record, items, in: workspace)
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
      if progress.isTakenBack { return item(.notDone, progress.change) }
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

  /// The outward entries that others can see something of, or might.
  package var publicItems: [Item] { items.filter { $0.entry.effect.isOutward && $0.state.mayBePublic } }

  /// The entries that are public for certain, if only in part.
  package var knownPublicItems: [Item] {
    publicItems.filter { item in
      switch item.state {
      case .done, .partlyDone: true
      case .notDone, .overtaken, .unknown: false
      }
    }
  }

  /// The entries that have been done.
  package var doneEntries: [Plan.Entry] {
    items.compactMap { item in
      if case .done = item.state { item.entry } else { nil }
    }
  }

  /// The entries that are still to be done.
  package var openEntries: [Plan.Entry] {
    items.compactMap { item in
      if case .done = item.state { nil } else { item.entry }
    }
  }
}

extension Effect {
  /// The full name of the reference that it creates or moves here; nil for none.
  var createdReference: String? {
    switch self {
    case .createCommit(let commit): commit.reference
    case .createTag(let tag): "refs/tags/\(tag.name)"
    case .writeFile, .pushRefs, .writeArchive, .runCommand, .showMessage, .release: nil
    }
  }
}

extension RunRecord {
  /// Whether the draft was deleted that the run has created and not published. A forge that cannot be read loses nothing.
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

  /// Whether the world is as it was before a change that was done: a disk that failed can have kept from the journal that
  /// it was taken back. A file that the run writes twice tells nothing.
  fileprivate func hasVanished(_ change: Change, in workspace: Workspace) throws -> Bool {
    guard change.leavesTraces else { return false }
    if let path = change.path, progress.values.count(where: { $0.change.path == path }) > 1 { return false }
    if case .notDone = try change.state(in: workspace) { return true }
    return false
  }
}
