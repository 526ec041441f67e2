import Git
import Lanes
import MartletCore

/// The state of each entry of a run, from its journal and from the current state of files, git and the remote.
package struct RunAssessment {
  package typealias Choice = DoubtChoice

  package enum State {
    case done
    case notDone
    /// Only a part of its references has arrived.
    case partlyDone
    /// Something else has changed the state since, or only the user can find out.
    case overtaken(any Error)
    /// The current state could not be read.
    case unknown(any Error)
  }

  package struct Item {
    package let entry: Plan.Entry
    /// Whether it is done according to the journal.
    package let isJournalled: Bool
    var change: Change
    package internal(set) var state: State
    /// Whether it was undone, or its push or announcement certainly did not arrive.
    var isUndone = false
    /// Whether its push was sent, and it is not known to have been refused.
    var isSent = false

    fileprivate var isAnnouncement: Bool { if case .postMessage = entry.effect { true } else { false } }
    /// Whether it is done.
    package var isDone: Bool { if case .done = state { true } else { false } }
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
  /// What prevents the rest of the run after its push; nil for nothing.
  private(set) var pushDifference: PushDifference?
  private let isDone: Bool
  /// Whether another clone may have performed effects of later stages.
  let isRestInDoubt: Bool

  /// Compares the journal with files, git and the remote, without changing anything.
  ///
  /// A journal without an end may have lost its last lines, so every entry that is not done there is checked.
  ///
  /// - Parameter ownsHead: False if the head of the lane is not as the run left it: another user has deleted it. Another clone may have
  ///   finished the run before that.
  package init(of record: RunRecord, in workspace: Workspace, ownsHead: Bool = true) {
    var run = RunState(in: RunStore(of: workspace.repository).folder(of: record.id))
    var items: [Item] = []
    for entry in record.entries {
      run.entry = entry.number
      let item = Self.item(entry, record, workspace, &run)
      if case .done = item.state { run.note(item.change) }
      if case .release(.draft(let draft, _)) = item.change, case .notDone = item.state { run.lostDrafts.insert(draft) }
      if let reference = entry.effect.performer.createdReference { run.plannedReferences.insert(reference) }
      items.append(item)
    }
    if record.outcome == nil, !record.isUndoing, !record.isAdopted {
      let states = UncommittedFiles(of: record, items).states(in: workspace)
      for index in items.indices {
        if let state = states[items[index].entry.number] { items[index].state = state }
      }
    }
    if !record.isUndoing { items.keepCommittedFiles() }
    isRestInDoubt = !ownsHead && !record.isUndoing && items.doubtUnreadable()
    self.items = items
    isDone = record.outcome == .done
    unrecorded = record.isAdopted ? nil : UnrecordedWork(of: record, items, in: workspace)
    if record.outcome == nil, !record.isUndoing { comparePushes(of: record, in: workspace) }
  }

  /// The state of each entry as the record of another clone says it, without looking at anything that it names.
  package init(asRecordedIn record: RunRecord) {
    items = record.entries.map { entry in
      let progress = record.progress[entry.number]
      let isDone = progress?.isDone == true && progress?.isUndone != true
      var item = Item(
        entry: entry, isJournalled: isDone, change: progress?.change ?? .nothing, state: isDone ? .done : .notDone)
      if !isDone, let progress, !progress.isUndone, case .outwardCommand(let line) = progress.change {
        item.state = .overtaken(ExecutionError.unknownOutcome(line))
      }
      return item
    }
    (unrecorded, isDone, isRestInDoubt) = (nil, record.outcome == .done, false)
  }

  /// What of these entries is public, as the record says.
  package var recordedPublicity: Publicity {
    let outward = items.filter(\.entry.effect.isOutward)
    let done = outward.filter(\.isDone)
    if !done.isEmpty { return .known(done.map { .entry($0.entry) }) }
    let begun = outward.filter { $0.change != .nothing }
    return begun.isEmpty ? .nothing : .unknown(begun.map { .entry($0.entry) }, reason: "it has begun")
  }

  /// Compares the pushes that are done with their remotes, if something is left that other users see.
  private mutating func comparePushes(of record: RunRecord, in workspace: Workspace) {
    let isLeft = items.contains { !$0.isDone && $0.entry.effect.reachesService }
    guard isLeft || record.stages.last?.isLast != true else { return }
    for index in items.indices {
      do {
        pushDifference = try pushDifference ?? PushDifference(of: items[index], record, in: workspace)
      } catch {
        // Without the record, it is unknown whose push has arrived.
        if !items[index].isJournalled { items[index].state = .unknown(error) }
      }
    }
  }

  private static func item(
    _ entry: Plan.Entry, _ record: RunRecord, _ workspace: Workspace, _ run: inout RunState
  ) -> Item {
    func item(_ state: State, _ change: Change = .nothing, isJournalled: Bool = false) -> Item {
      var item = Item(entry: entry, isJournalled: isJournalled, change: change, state: state)
      item.isSent = record.progress[entry.number]?.isSent == true
      return item
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
        item.isSent = false
        return item
      }
      if progress.isDone, !record.isUndoing || entry.effect.isOutward {
        let hasVanished =
          if case .release(let change) = progress.change {
            record.hasLost(change, &run, in: workspace)
          } else {
            // Another clone has made it, and has pushed it since.
            try !record.isAdopted && record.hasVanished(progress.change, in: workspace)
          }
        return item(hasVanished ? .notDone : .done, progress.change, isJournalled: true)
      }
      var change = progress.change
      if case .attempt(let attempt) = change {
        change = try entry.effect.performer.change(madeBy: attempt, in: workspace, run) ?? change
      }
      switch try change.state(in: workspace) {
      case .done: return item(.done, change)
      case .notDone: return item(.notDone, change)
      case .partlyDone: return item(.partlyDone, change)
      case .overtaken(let error): return item(.overtaken(error), change)
      }
    } catch let error as UnreadableForge {
      return item(.unknown(error), record.progress[entry.number]?.change ?? .nothing)
    } catch let error as TransportError {
      return item(.unknown(error), record.progress[entry.number]?.change ?? .nothing)
    } catch {
      return item(.overtaken(error), record.progress[entry.number]?.change ?? .nothing)
    }
  }

  /// Returns the items that count as done, so that `finish` skips them.
  ///
  /// - Throws: `ExecutionError.unrecordedCommit`, or the reason why the state of an item is unknown.
  package func itemsToSkip(_ choice: Choice, in workspace: Workspace) throws -> [Item] {
    try refuseUnrecordedWork(in: workspace)
    return try items.filter { item in try isDone(item, choice) }
  }

  private func isDone(_ item: Item, _ choice: Choice) throws -> Bool {
    switch item.state {
    case .done: return true
    case .notDone, .partlyDone: return false
    // An announcement in doubt stops only itself, when it is performed.
    case .unknown where item.isAnnouncement, .overtaken where item.isAnnouncement: return choice == .skipped
    case .unknown(let error): throw error
    case .overtaken(let error):
      guard case .outwardCommand = item.change, choice != .none else { throw error }
      return choice == .skipped
    }
  }

  /// Returns the expectation of the run after the items of `done`, and checks what the rest of the run depends on.
  ///
  /// - Throws: `Difference`.
  func expectation(of record: RunRecord, after done: [Item], in workspace: Workspace) throws -> Expectation? {
    guard var expectation = record.expectation else { return nil }
    let numbers = Set(done.map(\.entry.number))
    for item in items {
      let progress = record.progress[item.entry.number]
      if numbers.contains(item.entry.number) {
        expectation.note(item.change)
        expectation.note(progress?.outcome.head, progress?.outcome.files ?? [])
      } else if progress != nil, case .runCommand(let run) = item.entry.effect {
        // An interrupted command may have made its declared changes.
        expectation.note(
          run.changes.contains(.head) ? try workspace.head() : nil, run.outputs.map { CommittedFile($0, .unknown) })
      }
    }
    let open = items.map(\.entry).filter { !numbers.contains($0.number) }
    try expectation.check(record.stages.last?.isLast == true ? open.aspects : .all, in: workspace)
    return expectation
  }

  /// Returns what has to be as it was before the run can be resumed; nil for nothing.
  package func difference(from record: RunRecord, in workspace: Workspace) -> Failure? {
    if let pushDifference { return pushDifference.failure }
    // Another clone may be at any commit before it resumes the run.
    guard !record.isAdopted else { return nil }
    do {
      _ = try expectation(of: record, after: doneItems, in: workspace)
      return nil
    } catch {
      return (error as? Difference)?.failure
    }
  }

  /// The items that are done.
  package var doneItems: [Item] {
    items.filter { if case .done = $0.state { true } else { false } }
  }

  /// Returns the assessment with what the user found out.
  package func resolved(_ choice: Choice) -> RunAssessment {
    guard choice != .none else { return self }
    var assessment = self
    for (index, item) in items.enumerated() {
      switch (item.state, item.change) {
      case (.overtaken, .outwardCommand), (.overtaken, .announcement), (.unknown, .announcement):
        assessment.items[index].state = choice == .skipped ? .done : .notDone
      default: break
      }
    }
    return assessment
  }

  func refuseUnrecordedWork(in workspace: Workspace) throws {
    guard let work = unrecorded else { return }
    let isPrivate = Publicity(of: [], and: work, expecting: nil, in: workspace) == .nothing
    if isDone { throw ExecutionError.committedByUser(work.commit, isPublic: !isPrivate) }
    throw ExecutionError.unrecordedCommit("\(work)", isPublic: !isPrivate)
  }

  /// Whether another run has published the release of its tag.
  package var isReleasedByOtherRun: Bool {
    items.contains { if case .overtaken(is ForeignRelease) = $0.state { true } else { false } }
  }

  /// The entries that have been done.
  package var doneEntries: [Plan.Entry] {
    doneItems.map(\.entry)
  }

  /// The entries that are not done yet.
  package var openEntries: [Plan.Entry] {
    items.compactMap { item in
      if case .done = item.state { nil } else { item.entry }
    }
  }
}
