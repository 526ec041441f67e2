import Git
import Lanes
import Libc
import TextEditing
import Versioning

/// A plan on its way to be done: whole, or not at all while that is still possible.
///
/// A transaction is used once: `apply` and `discard` consume it.
package struct Transaction: ~Copyable {
  private let entries: [Plan.Entry]
  private let workspace: Workspace
  private let receipt: Receipt

  /// Begins a run and verifies every precondition of `stage`; nothing but the journal is written yet.
  ///
  /// - Parameter whole: The plan of all stages, as far as it is known by now.
  /// - Throws: `ExecutionError.locked` while another run is under way, `.unfinished` when one has not ended; what the
  ///   first precondition that does not hold says.
  package static func prepare(
    _ stage: PlannedStage, in workspace: Workspace, beginning start: RunStart, foreseeing whole: Plan? = nil
  ) throws -> Transaction {
    let journal = try RunJournal(beginning: start, in: workspace)
    do {
      if let whole { try journal.foresee(ForeseenFiles.paths(writtenBy: whole, after: stage)) }
      return try prepare(stage, in: workspace, after: Receipt(journal))
    } catch {
      journal.note(.ended(outcome: .takenBack))
      journal.removeUnlessBegun()
      throw error
    }
  }

  /// Begins a run that leaves no record, because it changes nothing of the repository; it cannot be gone on with.
  ///
  /// - Throws: what the first precondition that does not hold says.
  package static func prepareLeavingNoRecord(_ stage: PlannedStage, in workspace: Workspace) throws -> Transaction {
    try prepare(stage, in: workspace, after: Receipt(RunJournal(leavingNoRecordIn: workspace)))
  }

  /// Goes on with the run of `earlier`, whose lock is kept; what it has done is taken back with this stage. Entries that
  /// it has done already are left out.
  package static func prepare(
    _ stage: PlannedStage, in workspace: Workspace, after earlier: Receipt
  ) throws -> Transaction {
    let done = Set(earlier.entries.map(\.number))
    let entries = stage.plan.entries.filter { !done.contains($0.number) }
    var outlook = Outlook()
    for entry in entries { try entry.effect.performer.verify(in: workspace, after: &outlook) }
    // One that is gone on with is in the journal already.
    if earlier.journal.earlier?.stages.contains(stage) != true { try earlier.journal.record([.planned(stage: stage)]) }
    return Transaction(entries: entries, workspace: workspace, receipt: earlier)
  }

  /// Checks what a run of several stages needs, as far as `plan` knows it before the first stage: identity, signing, free
  /// tags, the branch, the remotes and room on the disk. What files hold is known only when their stage is planned.
  ///
  /// - Parameter first: The plan of the first stage, whose entries are verified when it is prepared.
  package static func check(_ plan: Plan, after first: Plan, in workspace: Workspace) throws {
    try workspace.checkRoom(for: plan)
    let known = Set(first.entries.map(\.number))
    var outlook = Outlook()
    for entry in plan.entries {
      switch entry.effect {
      case .writeFile(let write): outlook.files.insert(write.path)
      case .createCommit, .createTag, .pushRefs, .release:
        if known.contains(entry.number), !entry.effect.isOutward {
          outlook.references.formUnion([entry.effect.createdReference].compactMap(\.self))
        } else {
          try entry.effect.performer.verify(in: workspace, after: &outlook)
        }
      case .runCommand, .writeArchive, .showMessage: break
      }
    }
  }

  /// Does every entry, in order.
  ///
  /// When one fails before anything can be public, those that were done are taken back, the last one first; after that,
  /// and when nobody knows whether a push arrived, everything stays as it is, and the run can be gone on with. An
  /// interruption is such a failure: the entry that is being performed is ended if it is a command, and finished
  /// otherwise.
  /// - Parameters:
  ///   - secrets: What commands find in their environment, and what they must not show.
  ///   - reporter: Receives every entry before it is performed, and what commands write.
  /// - Returns: what was made, the stages before this one included.
  /// - Throws: `TransactionFailure`.
  package consuming func apply(
    secrets: RunSecrets = RunSecrets(), reporter: any RunReporter = SilentReporter()
  ) throws -> Receipt {
    var receipt = receipt
    receipt.run.secrets = secrets
    receipt.run.reporter = reporter
    for batch in EntryBatch.batches(of: entries, on: workspace.disk) {
      do throws(EntryFailure) {
        try batch.perform(in: workspace, &receipt)
      } catch let failure {
        receipt.journal.note(.failed(entry: failure.entry.number, message: failure.underlying.firstMessage))
        throw TransactionFailure(at: failure.entry, failure.underlying, taking: receipt, backIn: workspace)
      }
    }
    return receipt
  }

  /// Gives up; the lock is freed unless earlier stages hold it.
  package consuming func discard() {
    if receipt.isEmpty { receipt.end(.takenBack) }
  }
}

extension Workspace {
  /// - Throws: `ExecutionError.interrupted` when this process is asked to stop.
  package func checkForInterruption() throws(ExecutionError) {
    if let signal = interruption?.signal { throw .interrupted(signal: signal) }
  }
}

extension Workspace {
  /// Checks that the disk has room for what `plan` writes: each file beside its place, its copy, and both in the journal.
  ///
  /// - Throws: `ExecutionError.noRoom`.
  fileprivate func checkRoom(for plan: Plan) throws(ExecutionError) {
    let needed = plan.entries.reduce(0) { sum, entry in
      if case .writeFile(let write) = entry.effect { sum + 4 * write.contents.count } else { sum }
    }
    var status = statvfs()
    guard statvfs(repository.commonDirectory, &status) == 0 else { return }
    let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
    guard free >= UInt64(needed) else { throw .noRoom(needed: UInt64(needed), free: free) }
  }
}
