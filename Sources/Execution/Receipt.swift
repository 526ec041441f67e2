import Lanes
import Versioning

/// What a run has made so far. While one is held, so is the lock.
package struct Receipt {
  let lock: RunLock
  private var done: [(entry: Plan.Entry, undo: Undo)] = []
  /// What the entries brought about that their plan could not know.
  package internal(set) var result = StageResult()
  /// What the run made references name, by their full names.
  var references: [String: ObjectID] = [:]

  init(lock: RunLock) {
    self.lock = lock
  }

  /// The entries that were done, of all stages, in order.
  package var entries: [Plan.Entry] { done.map(\.entry) }

  /// Those of them that others can see.
  package var publicEntries: [Plan.Entry] { entries.filter(\.effect.isOutward) }

  mutating func add(_ entry: Plan.Entry, undo: Undo) {
    done.append((entry, undo))
  }

  /// Takes back everything, the last entry first. Nothing more is taken back when this process is asked to stop at once.
  ///
  /// - Returns: what could not be taken back, and why, a line each.
  func takeBack(in workspace: Workspace) -> [String] {
    var problems: [String] = []
    for (index, step) in done.enumerated().reversed() {
      do {
        if workspace.interruption?.isUrgent == true { try workspace.checkForInterruption() }
        try step.undo.revert(in: workspace)
      } catch {
        problems.append("\(step.entry.title) could not be taken back: \(error.firstMessage)")
        // While a commit stays, so do the files that it holds.
        guard case .moveBranchBack = step.undo else { continue }
        return problems + done[..<index].filter { $0.undo != .nothing }.map { "\($0.entry.title) stays with it" }
      }
    }
    return problems
  }
}

extension Plan.Entry {
  fileprivate var title: String { "entry \(number) (\(step))" }
}
