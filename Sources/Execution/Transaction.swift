import Foundation
import Lanes
import TextEditing
import Versioning

/// A plan on its way to be done: whole, or not at all while that is still possible.
///
/// A transaction is used once: `apply` and `discard` consume it.
package struct Transaction: ~Copyable {
  private let plan: Plan
  private let workspace: Workspace
  private let lock: RunLock
  private let earlier: Receipt?

  /// Takes the lock and verifies every precondition of `plan`; nothing is changed yet.
  ///
  /// - Parameter earlier: What the stages before this one made; its lock is kept, and it is taken back with this stage.
  /// - Throws: `ExecutionError.locked` while another run is under way; what the first precondition that does not hold
  ///   says.
  package static func prepare(
    _ plan: Plan, in workspace: Workspace, after earlier: Receipt? = nil
  ) throws -> Transaction {
    let lock =
      try earlier?.lock
      ?? RunLock(
        in: workspace.repository.commonDirectory, holder: "\(plan.title), process \(getpid())")
    var outlook = Outlook()
    for entry in plan.entries { try entry.effect.performer.verify(in: workspace, after: &outlook) }
    return Transaction(plan: plan, workspace: workspace, lock: lock, earlier: earlier)
  }

  /// Does every entry, in order.
  ///
  /// When one fails before anything can be public, those that were done are taken back, the last one first; after that,
  /// and when nobody knows whether a push arrived, everything stays as it is. An interruption is such a failure: the
  /// entry that is being performed is ended if it is a command, and finished otherwise.
  /// - Parameters:
  ///   - secrets: What commands find in their environment, and what they must not show.
  ///   - watcher: Told of every entry before it is done, and of what commands write.
  /// - Returns: what was made, the stages before this one included.
  /// - Throws: `TransactionFailure`.
  package consuming func apply(
    secrets: RunSecrets = RunSecrets(), watcher: RunWatcher = RunWatcher()
  ) throws -> Receipt {
    var receipt = earlier ?? Receipt(lock: lock)
    defer { withExtendedLifetime(receipt.lock) {} }
    var run = RunState(
      result: receipt.result, references: receipt.references, secrets: secrets.byEntry, knownSecrets: secrets.known,
      watch: watcher.commandDidWrite, warn: watcher.warn)
    for entry in plan.entries {
      run.entry = entry.number
      do {
        try workspace.checkForInterruption()
        watcher.willPerform(entry)
        let undo = try entry.effect.performer.perform(in: workspace, &run)
        receipt.add(entry, undo: undo)
      } catch {
        throw TransactionFailure(at: entry, error, taking: receipt, backIn: workspace)
      }
    }
    receipt.result = run.result
    receipt.references = run.references
    return receipt
  }

  /// Gives up; the lock is freed unless earlier stages hold it.
  package consuming func discard() {}
}

/// Who is told how a run goes on.
package struct RunWatcher {
  let willPerform: (Plan.Entry) -> Void
  let commandDidWrite: (CommandOutput) -> Void
  let warn: (Diagnostic) -> Void

  package init(
    willPerform: @escaping (Plan.Entry) -> Void = { _ in },
    commandDidWrite: @escaping (CommandOutput) -> Void = { _ in }, warn: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    self.willPerform = willPerform
    self.commandDidWrite = commandDidWrite
    self.warn = warn
  }
}

extension Workspace {
  /// - Throws: `ExecutionError.interrupted` when this process is asked to stop.
  package func checkForInterruption() throws(ExecutionError) {
    if let signal = interruption?.signal { throw .interrupted(signal: signal) }
  }
}
