import Lanes
import TextEditing
import Versioning

/// What a run has made so far. While one is held, no other run begins.
package struct Receipt {
  /// One entry that was begun.
  private struct Item {
    let entry: Plan.Entry
    let change: Change
    var isDone: Bool
  }

  let journal: RunJournal
  private var items: [Item] = []
  /// What the run knows that its plan could not.
  var run: RunState
  /// Whether commands that others may see the work of can have been begun without this journal knowing.
  var doubtsCommands = false
  /// Whether a part of what a push sends has arrived.
  var isPartlyPublic = false

  init(_ journal: RunJournal) {
    self.journal = journal
    run = RunState(in: journal.folder)
  }

  /// What the entries brought about that their plan could not know.
  package var result: StageResult { run.result }

  /// The entries that were done, of all stages, in order.
  package var entries: [Plan.Entry] { items.filter(\.isDone).map(\.entry) }

  /// Those of them that others can see.
  package var publicEntries: [Plan.Entry] { entries.filter(\.effect.isOutward) }

  /// Whether anything of the run may have changed something.
  var isEmpty: Bool { items.isEmpty }

  /// Takes note that `entry` is about to make `change`.
  mutating func begin(_ entry: Plan.Entry, _ change: Change) {
    items.append(Item(entry: entry, change: change, isDone: false))
  }

  /// Takes note that the entry of that number is done.
  mutating func finish(_ number: Int) {
    for index in items.indices where items[index].entry.number == number { items[index].isDone = true }
  }

  /// Ends the run: nobody will go on with it.
  package func end(_ outcome: RunOutcome) {
    journal.note(.ended(outcome: outcome))
    journal.folder.removeArtifacts()
    release()
  }

  /// Lets other runs begin, with this one as it is.
  package func release() { journal.release() }

  /// Takes back everything, the last entry first, and ends the run when that has succeeded. Nothing more is taken back
  /// when this process is asked to stop at once.
  ///
  /// - Returns: what could not be taken back, and why, a line each.
  func takeBack(in workspace: Workspace) -> [String] {
    var problems: [String] = []
    journal.note(.undoing)
    let items = items.sorted { $0.entry.number < $1.entry.number }
    for (index, item) in items.enumerated().reversed() where item.change.isRevertible {
      do {
        if workspace.interruption?.isUrgent == true { try workspace.checkForInterruption() }
        try item.change.revert(in: workspace, journal.folder)
        journal.note(.takenBack(entry: item.entry.number))
      } catch {
        problems.append("\(item.entry.title) could not be taken back: \(error.firstMessage)")
        // While a commit stays, so do the files that it holds.
        guard case .commit = item.change else { continue }
        return problems + items[..<index].filter(\.change.isRevertible).map { "\($0.entry.title) stays with it" }
      }
    }
    if problems.isEmpty { end(.takenBack) }
    return problems
  }
}

extension Plan.Entry {
  fileprivate var title: String { "entry \(number) (\(step))" }
}
