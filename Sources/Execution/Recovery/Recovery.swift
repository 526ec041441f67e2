import Git
import Lanes
import MartletCore

/// A stopped run that is being resumed or undone. No other run begins during that time.
package struct Recovery {
  /// The record when the lock was taken.
  package let record: RunRecord
  private let journal: RunJournal
  private let workspace: Workspace
  private let assessment: RunAssessment
  /// Nil if no other clone knows of the run.
  private let shared: SharedRecord?

  /// Takes the lock. Nothing is written before the run is resumed, undone or ended.
  ///
  /// - Parameter isOver: Whether another clone has ended the run, so that what is left of it here can only be undone.
  /// - Throws: `ExecutionError.locked`, `.noSuchRun`, `.otherWorkTree`, `.newerJournal`, `.unreadableJournal`,
  ///   `.finishedElsewhere`; `RecordTaken`; `TransportError` if the shared record cannot be read.
  package init(of id: RunID, in workspace: Workspace, isOver: Bool = false) throws {
    try workspace.trust.check(.write, before: "run \(id)")
    journal = try RunJournal(resuming: id, in: workspace)
    guard let record = journal.earlier else { throw ExecutionError.noSuchRun(id.string) }
    self.record = record
    self.workspace = workspace
    let head = try record.place.map(workspace.head(at:)) ?? .absent
    var ownsHead = true
    switch LaneState.Head(head, of: record, in: workspace) {
    case .own:
      shared = record.place.map { [journal] in
        SharedRecord(at: $0, after: head, isClaimed: true, of: journal, for: workspace)
      }
    case .open(_, _, true): throw RecordTaken(place: record.place, by: head.found)
    case .open: shared = nil
    case .ended where !isOver: throw ExecutionError.finishedElsewhere(id)
    case .ended: shared = nil
    case .absent, .lost, .unreadable, .free:
      shared = record.place.map { [journal] in SharedRecord(at: $0, after: head, of: journal, for: workspace) }
      ownsHead = record.place == nil
    }
    assessment = RunAssessment(of: record, in: workspace, ownsHead: ownsHead)
  }

  /// Whether something of the run is public.
  package var publicity: Publicity { assessment.publicity(of: record, in: workspace) }

  /// Removes the locks and temporary files that killed processes of the run left.
  ///
  /// - Returns: The locks, as paths relative to the git directory.
  package func removeLeftovers() -> [String] { record.removeLeftovers(in: workspace) }

  /// Returns the results of the run so far, ready to be resumed.
  ///
  /// - Parameters:
  ///   - choice: What the user found out about effects of which it is unknown whether they have happened.
  ///   - check: Called with the entries that count as done, before anything is written.
  /// - Throws: The reason why an entry can be neither skipped nor performed, or the error of `check`; then nothing was
  ///   written.
  package func receipt(
    choice: RunAssessment.Choice = .none, check: ([Plan.Entry]) throws -> Void = { _ in }
  ) throws -> Receipt {
    let items = try assessment.itemsToSkip(choice, in: workspace)
    if let difference = assessment.pushDifference { throw difference }
    // The claim below would end the doubt.
    if assessment.isRestInDoubt, choice == .none, record.stages.last?.isLast != true {
      throw Failure.unknownRest(record.id)
    }
    let expectation = try assessment.expectation(of: record, after: items, in: workspace)
    try check(items.map(\.entry))
    // From here on this process can leave locks, which a later recovery identifies by the process ID.
    try journal.recordBeginning()
    var receipt = Receipt(journal)
    for item in assessment.items {
      receipt.run.note(item, choice)
      let isPartlyDone = if case .partlyDone = item.state { true } else { false }
      if isPartlyDone { receipt.isPartlyPublic = true }
      if isPartlyDone || item.isSent { receipt.run.sentEntries.insert(item.entry.number) }
    }
    for item in items {
      if !record.isAdopted { try item.change.finish(in: workspace, journal.folder) }
      var outcome = record.progress[item.entry.number]?.outcome ?? Outcome()
      (outcome.release, outcome.post) = (try release(of: item), post(of: item))
      if !item.isJournalled { try record(item, outcome) }
      receipt.begin(item.entry, item.change)
      receipt.finish(item.entry.number)
      receipt.run.outcomes[item.entry.number] = outcome
      receipt.run.note(item.change)
    }
    receipt.run.expectation = expectation
    receipt.run.isResumed = true
    if assessment.isRestInDoubt { receipt.run.choiceInDoubt = choice }
    receipt.run.shared = shared
    // Of two clones that resume the run, one wins here.
    if let shared, shared.isClaimed || record.isShared { try shared.move() }
    return receipt
  }

  private func record(_ item: RunAssessment.Item, _ outcome: Outcome) throws {
    try journal.record([
      .intended(entry: item.entry.number, change: item.change), .done(entry: item.entry.number, outcome: outcome),
    ])
  }

  /// The release that `item` published: a process that was killed did not write it down.
  private func release(of item: RunAssessment.Item) throws -> ReleaseResult? {
    if let release = record.progress[item.entry.number]?.outcome.release { return release }
    guard case .release(let change) = item.change else { return nil }
    return try change.result(in: workspace)
  }

  /// The address of the announcement that `item` posted. Without it, the run can still be resumed.
  private func post(of item: RunAssessment.Item) -> String? {
    if let post = record.progress[item.entry.number]?.outcome.post { return post }
    guard !item.isJournalled, case .announcement(let attempt) = item.change else { return nil }
    return try? attempt.address(in: workspace)
  }

  /// Checks that the run can be undone: nothing of it is public, and everything is as it left it.
  ///
  /// - Throws: `ExecutionError.alreadyPublic`, `.maybePublic`, `.unrecordedCommit`; `Failure` with what
  ///   prevents it.
  package func checkUndoable() throws {
    try assessment.refuseUnrecordedWork(in: workspace)
    switch publicity {
    case .known(let subjects): throw ExecutionError.alreadyPublic(subjects.map(\.name), isOpen: record.outcome == nil)
    case .unknown(let subjects, let reason):
      for case .overtaken(let error) in assessment.items.map(\.state) {
        if case ExecutionError.unknownOutcome = error { throw error }
      }
      throw ExecutionError.maybePublic(subjects.map(\.name).joined(separator: ", "), reason: reason)
    case .nothing: break
    }
    let obstacles = Reversal(of: changes.map { ($0.entry, $0.change) }, in: workspace, journal.folder).obstacles()
    guard let first = obstacles.first else { return }
    var failure = Failure(obstacles.flatMap(\.diagnostics), code: first.code, exit: first.exit)
    failure.diagnostics[0].notes.append("run \(record.id) was not undone, and nothing was changed")
    throw failure
  }

  /// The items that undoing the run has to look at.
  private var changes: [RunAssessment.Item] {
    assessment.items.filter { record.progress[$0.entry.number]?.isUndone != true }
  }

  /// Undoes the run.
  ///
  /// - Returns: What could not be undone, and why, one line each. If empty, the run is ended.
  /// - Throws: As `checkUndoable` does; then nothing was written.
  package func undo() throws -> [String] {
    try checkUndoable()
    var receipt = Receipt(journal)
    receipt.run.shared = shared
    for item in changes { receipt.begin(item.entry, item.change) }
    return receipt.undo(in: workspace).map(\.message)
  }

  /// Records for other clones that the run was ended without undoing it, unless one of them has the run now.
  ///
  /// - Throws: `TransportError`; `RecordTaken`.
  package static func endSharedRecord(of record: RunRecord, in workspace: Workspace) throws {
    guard let place = record.place, record.isShared else { return }
    switch try workspace.head(at: place) {
    case .found(let found) where found.record.id == record.id && found.record.outcome == nil:
      try workspace.end(found, as: .left)
    case .unreadable(let state, _): try workspace.clearHead(at: place, in: state)
    case .found, .absent: break
    }
  }

  /// Ends the run `id` without undoing anything, and removes the locks that killed processes of it left.
  ///
  /// - Returns: The locks, as paths relative to the git directory.
  package static func leave(_ id: RunID, as outcome: RunOutcome = .left, in workspace: Workspace) throws -> [String] {
    let journal = try RunJournal(ending: id, in: workspace)
    defer { journal.release() }
    let locks = journal.earlier?.removeLeftovers(in: workspace) ?? []
    journal.note(.ended(outcome: outcome))
    journal.folder.removeArtifacts()
    return locks
  }
}

extension RunState {
  /// Notes what is known about an announcement of an earlier process.
  fileprivate mutating func note(_ item: RunAssessment.Item, _ choice: RunAssessment.Choice) {
    guard case .postMessage = item.entry.effect else { return }
    let number = item.entry.number
    switch item.state {
    case .overtaken where choice == .repeated, .unknown where choice == .repeated: break
    case .overtaken(let error), .unknown(let error): doubts[number] = error
    case .notDone, .done, .partlyDone: break
    }
    // An announcement that was certainly not sent begins again.
    if case .announcement(let attempt) = item.change, !item.isUndone { attempts[number] = attempt }
  }
}

extension RunRecord {
  fileprivate func removeLeftovers(in workspace: Workspace) -> [String] {
    guard origin.isOnMachine(of: RunOrigin(of: workspace)) else { return [] }
    var (references, objects, parents): ([String], [ObjectID], [ObjectID]) = ([], [], [])
    for change in progress.sorted(by: { $0.key < $1.key }).map(\.value.change) {
      if case .commit(let move) = change {
        references.append(move.reference)
        objects += [move.commit, move.parent]
      }
      if case .tag(let name, let object) = change {
        references.append("refs/tags/\(name)")
        objects.append(object)
      }
      if case .attempt(let attempt) = change {
        references.append(attempt.reference)
        parents += [attempt.parent].compactMap(\.self)
      }
    }
    let repository = workspace.repository
    func isOwn(_ object: ObjectID) -> Bool {
      guard !objects.contains(object), let commit = try? repository.commit(peeledFrom: object) else {
        return objects.contains(object)
      }
      return objects.contains(commit) || (try? repository.commit(commit).parents.first).map(parents.contains) == true
    }
    return processes.flatMap {
      repository.removeLeftovers(ofProcess: $0, lockedReferences: references, naming: isOwn)
    }
  }
}

extension ExecutionError {
  /// This may be public, but the remote could not be read.
  static func maybePublic(_ name: String, reason: String) -> ExecutionError {
    .failed(
      Failure(
        "whether this is public is unknown: \(name): \(reason)",
        hint:
          "try again when the remote can be read; if the run has not ended, `martlet finish` finds what arrived and "
          + "continues, and `martlet undo --keep` ends it and leaves everything as it is",
        code: .pushUnknown))
  }
}

extension Failure {
  /// The record of the run was deleted, and no service shows what another clone has done since.
  fileprivate static func unknownRest(_ id: RunID) -> Failure {
    Failure(
      "whether another clone has done the rest of run \(id) is unknown, because its record was deleted",
      hint: "check it, then run `martlet finish --skip` if it has, otherwise `martlet finish --repeat`",
      code: .unknownOutcome)
  }
}
