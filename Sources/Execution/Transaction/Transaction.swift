import Git
import Lanes
import MartletCore
import SystemAPI

/// A plan to be performed as a whole, or not at all as long as that is possible.
///
/// A transaction is used once: `apply` and `discard` consume it.
package struct Transaction: ~Copyable {
  private let entries: [Plan.Entry]
  private let workspace: Workspace
  private let receipt: Receipt

  /// Begins a run and checks every precondition of `stage`; only the journal is written.
  ///
  /// - Parameter whole: The known part of the plan of all stages, which the user has seen; nil for steps that no plan shows.
  /// - Throws: `ExecutionError.locked` while another run is under way, `.unfinished` when one has not ended; the error
  ///   of the first failed precondition.
  package static func prepare(
    _ stage: PlannedStage, in workspace: Workspace, beginning start: RunStart, showing whole: ShownPlan? = nil
  ) throws -> Transaction {
    try workspace.trust.check(stage.plan.entries)
    let journal = try RunJournal(beginning: start, in: workspace)
    do {
      var receipt = Receipt(journal)
      if let whole {
        let expectation = try Expectation(of: whole.plan, isComplete: whole.isComplete, in: workspace)
        journal.add(.expected(expectation))
        receipt.run.expectation = expectation
        receipt.run.shownEntries = whole.plan.entries
        if let (place, head) = whole.record {
          journal.add(.shares(place: place, run: journal.folder.id.string))
          receipt.run.shared = SharedRecord(at: place, after: head, of: journal, for: workspace)
        }
      }
      return try prepare(stage, in: workspace, after: receipt)
    } catch {
      journal.note(.ended(outcome: .undone))
      journal.removeUnlessBegun()
      throw error
    }
  }

  /// Begins a run without a record, because it changes nothing in the repository. It cannot be resumed.
  ///
  /// - Throws: The error of the first failed precondition.
  package static func prepareLeavingNoRecord(_ stage: PlannedStage, in workspace: Workspace) throws -> Transaction {
    try prepare(stage, in: workspace, after: Receipt(RunJournal(leavingNoRecordIn: workspace)))
  }

  /// Resumes the run of `earlier` and keeps its lock. A rollback of this stage includes what the run did before.
  /// Entries that are done are left out.
  package static func prepare(
    _ stage: PlannedStage, in workspace: Workspace, after earlier: Receipt
  ) throws -> Transaction {
    let done = Set(earlier.entries.map(\.number))
    let entries = stage.plan.entries.filter { !done.contains($0.number) }
    let isRecorded = earlier.journal.earlier?.stages.contains(stage) == true
    if let expectation = earlier.run.expectation {
      try expectation.check(isRecorded ? entries.aspects : .all, in: workspace)
      try expectation.check(stage)
    }
    var pending = PendingChanges()
    pending.isResumed = earlier.run.isResumed
    try workspace.trust.check(entries)
    try entries.verify { try $0.effect.performer.verify(in: workspace, after: &pending) }
    // The stage of a resumed run is in the journal already.
    if !isRecorded { try earlier.journal.record([.planned(stage: stage)]) }
    return Transaction(entries: entries, workspace: workspace, receipt: earlier)
  }

  /// Checks the requirements of a run with several stages that are known before the first one: identity, signing, free
  /// tags, the branch, the remotes and disk space. The contents of files are known only when their stage is planned.
  ///
  /// - Parameter first: The plan of the first stage, whose entries are checked when it is prepared.
  package static func check(_ plan: Plan, after first: Plan, in workspace: Workspace) throws {
    try workspace.checkRoom(for: plan)
    let known = Set(first.entries.map(\.number))
    var pending = PendingChanges()
    try plan.entries.verify { entry in
      let performer = entry.effect.performer
      if known.contains(entry.number), !entry.effect.isOutward {
        performer.note(in: &pending)
      } else {
        try performer.verifyForecast(in: workspace, after: &pending)
      }
    }
  }

  /// Performs every entry, in order.
  ///
  /// If one fails before anything can be public, the done entries are undone, the last one first. If something is or
  /// may be public, everything stays as it is, and the run can be resumed. An interruption counts as such a failure:
  /// the current entry is stopped if it is a command, and finished if not.
  /// - Parameters:
  ///   - secrets: The variables of commands, and the values to mask in their output.
  ///   - reporter: Receives every entry before it is performed, and the output of commands.
  /// - Returns: The results, including those of the stages before.
  /// - Throws: `TransactionFailure`.
  package consuming func apply(
    secrets: RunSecrets = RunSecrets(), reporter: any RunReporter = SilentReporter()
  ) throws -> Receipt {
    var receipt = receipt
    receipt.run.secrets = secrets
    receipt.run.reporter = reporter
    defer { workspace.cache.clear() }
    var failures: [EntryFailure] = []
    for batch in EntryBatch.batches(of: entries, on: workspace.disk) {
      // A channel that fails does not stop the others, only the entries after them.
      if !failures.isEmpty, !batch.isAnnouncement { break }
      do throws(EntryFailure) {
        if receipt.run.choiceInDoubt == .skipped, let entry = batch.outwardEntry, !entry.effect.isShownByService {
          receipt.begin(entry, .nothing)
          receipt.finish(entry.number)
          continue
        }
        try checkPushes(after: batch, receipt)
        try batch.perform(in: workspace, &receipt)
      } catch let failure {
        failures.append(failure)
        if case .pushRefs = failure.entry.effect, !(failure.underlying is UncertainPush) {
          receipt.journal.note(.undone(entry: failure.entry.number))
        }
        guard let error = failure.underlying as? AnnouncementError else { break }
        if !error.mayBeSent { receipt.journal.note(.undone(entry: failure.entry.number)) }
      }
    }
    guard let first = failures.first else { return receipt }
    let error = failures.count == 1 ? first.underlying : AnnouncementErrors(failures.map(\.underlying))
    receipt.journal.note(.failed(entry: first.entry.number, message: error.firstMessage))
    throw TransactionFailure(at: first.entry, error, undoing: receipt, in: workspace)
  }

  /// Checks that the remotes are still as planned, right before an effect that cannot be undone and that a push follows.
  private func checkPushes(after batch: EntryBatch, _ receipt: Receipt) throws(EntryFailure) {
    guard let entry = batch.outwardEntry else { return }
    // Entries of later stages can get other numbers, but pushes keep their order.
    let count = receipt.entries.pushes.count
    do {
      for push in receipt.run.shownEntries.pushes.dropFirst(count) {
        try PushPerformer(push: push).checkRemote(in: workspace)
      }
    } catch {
      throw EntryFailure(entry: entry, underlying: error)
    }
  }

  /// Ends a run that has done nothing; earlier stages keep the lock.
  package consuming func discard() {
    if receipt.isEmpty { receipt.end(.undone) }
  }
}

/// The plan of all stages as it was shown before the first one.
package struct ShownPlan {
  let plan: Plan
  /// Whether it has all entries of the run.
  let isComplete: Bool
  /// Where other clones find the record of the run, and what was there before the plan; nil if it needs none.
  let record: (place: RecordPlace, head: LaneHead)?

  package init(_ plan: Plan, isComplete: Bool, recordedAt record: (place: RecordPlace, head: LaneHead)?) {
    (self.plan, self.isComplete, self.record) = (plan, isComplete, record)
  }
}

extension [Plan.Entry] {
  fileprivate var pushes: [RefPush] { compactMap { if case .pushRefs(let push) = $0.effect { push } else { nil } } }

  /// Calls `check` with every entry, and reports all missing or rejected credentials together.
  fileprivate func verify(_ check: (Plan.Entry) throws -> Void) throws {
    var failures: [any ExplainedError] = []
    do {
      for entry in self {
        do {
          try check(entry)
        } catch let error as any ExplainedError where error.failure.exit == .credentials {
          if !failures.contains(where: { $0.failure == error.failure }) { failures.append(error) }
        }
      }
    } catch {
      // It may be a consequence of the first one.
      if failures.isEmpty { throw error }
    }
    guard let first = failures.first else { return }
    guard failures.count > 1 else { throw first }
    throw Failure(failures.flatMap(\.diagnostics), code: .credentials, exit: .credentials)
  }
}

extension Workspace {
  /// - Throws: `ExecutionError.interrupted` when this process must stop.
  package func checkForInterruption() throws(ExecutionError) {
    if let signal = interruption?.signal { throw .interrupted(signal: signal) }
  }
}

extension Workspace {
  /// Checks that the disk has enough space for `plan`: for each file the temporary file, the copy, and both in the
  /// journal.
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

extension ExecutionError {
  /// The disk has fewer free bytes than a plan needs.
  static func noRoom(needed: UInt64, free: UInt64) -> ExecutionError {
    .failed(
      Failure(
        "the disk has \(free) bytes free, expected \(needed) for what the plan writes",
        hint: "free some space; see what uses it with `du -sh .git .build`", code: .disk))
  }
}
