import Git
import Lanes
import MartletCore

/// The results of a run so far. While it is held, no other run begins.
package struct Receipt {
  /// One started entry.
  private struct Item {
    let entry: Plan.Entry
    var change: Change
    var isDone: Bool
  }

  let journal: RunJournal
  private var items: [Item] = []
  /// The state of the run that its plan does not contain.
  var run: RunState
  /// Whether a part of a push has arrived.
  var isPartlyPublic = false

  init(_ journal: RunJournal) {
    self.journal = journal
    run = RunState(in: journal.folder)
  }

  package var outcomes: Outcomes { run.outcomes }

  /// The entries that were done, in all stages, in order.
  package var entries: [Plan.Entry] { items.filter(\.isDone).map(\.entry) }

  /// The public ones among them.
  package var publicEntries: [Plan.Entry] { entries.filter(\.effect.isOutward) }

  /// Whether the run has changed nothing, also because it has only checked a release.
  var isEmpty: Bool { items.allSatisfy(\.entry.isCheck) }

  /// Records that `entry` is about to make `change`.
  mutating func begin(_ entry: Plan.Entry, _ change: Change) {
    items.append(Item(entry: entry, change: change, isDone: false))
  }

  /// Records what the answer of a server shows about the change of the current entry, such as an id.
  @discardableResult
  mutating func takeKnownChange() -> Change? {
    guard let change = run.knownChange else { return nil }
    run.knownChange = nil
    for index in items.indices where items[index].entry.number == run.entry { items[index].change = change }
    journal.note(.intended(entry: run.entry, change: change))
    return change
  }

  /// Records that git has not made the commit or tag of the current entry; other changes stay.
  mutating func dropAttempt() {
    let count = items.count
    items.removeAll { item in
      if case .attempt = item.change { item.entry.number == run.entry } else { false }
    }
    if items.count < count { journal.note(.undone(entry: run.entry)) }
  }

  /// Records that the entry with that number is done.
  mutating func finish(_ number: Int) {
    for index in items.indices where items[index].entry.number == number { items[index].isDone = true }
  }

  /// Ends the run, so that it cannot be resumed.
  package func end(_ outcome: RunOutcome) {
    do {
      try run.shared?.end(outcome)
    } catch {
      run.reporter.warn(Failure.openRecord(run.shared?.place, error).diagnostics[0])
    }
    journal.note(.ended(outcome: outcome))
    journal.folder.removeArtifacts()
    release()
  }

  /// Releases the lock; the run is not ended.
  package func release() { journal.release() }

  /// Releases the lock, and records for other clones that this process has stopped.
  package func pause() {
    run.shared?.pause()
    release()
  }

  /// Reads whether something of the run is public. A push that was refused is not.
  func publicity(in workspace: Workspace) -> Publicity {
    let assessed = items.map { item in
      RunAssessment.Item(
        entry: item.entry, isJournalled: item.isDone, change: item.change, state: item.isDone ? .done : .notDone)
    }
    return Publicity(
      of: assessed, expecting: run.expectation, asksRemotes: mayBePushedOtherwise(in: workspace), in: workspace)
  }

  /// Whether another run has the lane, before this one has sent anything.
  func hasLostLane(to error: any Error) -> Bool {
    guard let shared = run.shared, !shared.isClaimed, publicEntries.isEmpty else { return false }
    if case .tagExists? = error as? TransportError { return true }
    return error is RecordTaken
  }

  /// Whether something else than the entries may have pushed the run's commits and tags: a command, a hook, or the user
  /// while the run had stopped.
  private func mayBePushedOtherwise(in workspace: Workspace) -> Bool {
    let hasRunCommand = items.contains { if case .runCommand = $0.entry.effect { true } else { false } }
    return hasRunCommand || journal.earlier != nil
      || workspace.repository.hasHook(named: ["post-commit", "pre-push", "reference-transaction"])
  }

  /// Undoes all entries, the last one first, and ends the run if that succeeded. If something prevents it, nothing
  /// is undone.
  ///
  /// - Returns: What could not be undone.
  func undo(in workspace: Workspace) -> [Diagnostic] {
    workspace.uninterrupted {
      let reversal = Reversal(of: items.map { ($0.entry, $0.change) }, in: workspace, journal.folder)
      let obstacles = reversal.obstacles()
      guard obstacles.isEmpty else { return obstacles.flatMap(\.diagnostics) }
      journal.note(.undoing)
      let problems = reversal.perform { journal.note(.undone(entry: $0)) }
      if problems.isEmpty { end(.undone) }
      return problems.map { Diagnostic($0) }
    }
  }
}

extension Failure {
  /// The record of a run could not be moved to its end.
  fileprivate static func openRecord(_ place: RecordPlace?, _ error: any Error) -> Failure {
    Failure(
      "the record of the run on `\(place?.remote ?? "")` does not say yet that it has ended: \(error.firstMessage)",
      hint: "the next `martlet run` in this clone records it")
  }
}

extension Plan.Entry {
  fileprivate var isCheck: Bool { if case .verifyRelease = effect { true } else { false } }
}
