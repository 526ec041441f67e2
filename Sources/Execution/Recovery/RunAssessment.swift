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
    package let state: State
    /// Whether the journal itself says that it was done.
    package let isJournalled: Bool
    let change: Change

    /// The commit that it made; nil for anything else.
    package var commit: ObjectID? {
      guard case .done = state, case .commit(let move) = change else { return nil }
      return move.commit
    }
  }

  package let items: [Item]

  /// Asks about every entry that was begun and not finished; asking changes nothing.
  package init(of record: RunRecord, in workspace: Workspace) {
    var run = RunState(in: RunStore(of: workspace.repository).folder(of: record.id))
    var items: [Item] = []
    for entry in record.entries {
      run.entry = entry.number
      let item = Self.item(entry, record, workspace, run)
      if case .done = item.state { run.note(item.change) }
      items.append(item)
    }
    self.items = items
  }

  private static func item(_ entry: Plan.Entry, _ record: RunRecord, _ workspace: Workspace, _ run: RunState) -> Item {
    func item(_ state: State, _ change: Change = .nothing, isJournalled: Bool = false) -> Item {
      Item(entry: entry, state: state, isJournalled: isJournalled, change: change)
    }
    do {
      guard let progress = record.progress[entry.number] else {
        // What a damaged journal does not say may have happened all the same.
        guard record.isDamaged else { return item(.notDone) }
        let performer = entry.effect.performer
        return try performer.isPerformed(in: workspace, run).map { item(.done, $0) } ?? item(.notDone)
      }
      if progress.isTakenBack { return item(.notDone, progress.change) }
      if progress.isDone, !record.isUndoing || entry.effect.isOutward {
        return try item(
          record.hasVanished(progress.change, in: workspace) ? .notDone : .done, progress.change, isJournalled: true)
      }
      switch try progress.change.state(in: workspace) {
      case .done: return item(.done, progress.change)
      case .notDone: return item(.notDone, progress.change)
      case .partlyDone: return item(.partlyDone, progress.change)
      case .overtaken(let error): return item(.overtaken(error), progress.change)
      }
    } catch let error as TransportError {
      return item(.unknown(error), record.progress[entry.number]?.change ?? .nothing)
    } catch {
      return item(.overtaken(error), record.progress[entry.number]?.change ?? .nothing)
    }
  }

  /// The outward entries that others can see something of, or might.
  package var publicItems: [Item] { items.filter { $0.entry.effect.isOutward && $0.state.mayBePublic } }

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

extension RunRecord {
  /// Whether the world is as it was before a change that was done: a disk that failed can have kept from the journal that
  /// it was taken back. A file that the run writes twice tells nothing.
  fileprivate func hasVanished(_ change: Change, in workspace: Workspace) throws -> Bool {
    guard change.leavesTraces else { return false }
    if let path = change.path, progress.values.count(where: { $0.change.path == path }) > 1 { return false }
    if case .notDone = try change.state(in: workspace) { return true }
    return false
  }
}
