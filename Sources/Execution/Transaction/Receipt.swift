import Lanes
import MartletTextEditing
import MartletVersioning

/// The results of a run so far. While it is held, no other run begins.
package struct Receipt {
  /// One started entry.
  private struct Item {
    let entry: Plan.Entry
    let change: Change
    var isDone: Bool
  }

  let journal: RunJournal
  private var items: [Item] = []
  /// The state of the run that its plan does not contain.
  var run: RunState
  /// Whether outward commands may have been started that this journal does not contain.
  var mayHaveStartedCommands = false
  /// Whether a part of a push has arrived.
  var isPartlyPublic = false

  init(_ journal: RunJournal) {
    self.journal = journal
    run = RunState(in: journal.folder)
  }

  /// The results of the entries that the plan does not contain.
  package var result: StageResult { run.result }

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

  /// Records that the entry with that number is done.
  mutating func finish(_ number: Int) {
    for index in items.indices where items[index].entry.number == number { items[index].isDone = true }
  }

  /// Ends the run, so that it cannot be resumed.
  package func end(_ outcome: RunOutcome) {
    journal.note(.ended(outcome: outcome))
    journal.folder.removeArtifacts()
    release()
  }

  /// Releases the lock; the run is not ended.
  package func release() { journal.release() }

  /// Undoes all entries, the last one first, and ends the run if that succeeded. Stops undoing when this process must
  /// stop at once.
  ///
  /// - Returns: What could not be undone, and why, one line each.
  func undo(in workspace: Workspace) -> [String] {
    var problems: [String] = []
    journal.note(.undoing)
    let items = items.sorted { $0.entry.number < $1.entry.number }
    for (index, item) in items.enumerated().reversed() where item.change.isRevertible {
      do {
        if workspace.interruption?.isUrgent == true { try workspace.checkForInterruption() }
        try item.change.revert(in: workspace, journal.folder)
        journal.note(.undone(entry: item.entry.number))
      } catch {
        problems.append("\(item.entry.title) could not be undone: \(error.firstMessage)")
        // While a commit stays, the files in it stay as well.
        guard case .commit = item.change else { continue }
        return problems
          + items[..<index].filter(\.change.isRevertible).map { "\($0.entry.title) was not undone either" }
      }
    }
    if problems.isEmpty { end(.undone) }
    return problems
  }
}

extension Plan.Entry {
  fileprivate var isCheck: Bool { if case .release(.verifyRelease) = effect { true } else { false } }

  fileprivate var title: String { "entry \(number) (\(step))" }
}
