import Execution
import Lanes
import MartletCore

/// Resumes a run that has stopped, in this clone or in another one.
struct Continuation {
  let runner: LaneRunner
  let options: ContinuationOptions

  private var session: Session { runner.session }

  /// Finishes `run`; with `--dry-run`, shows what is left of it.
  ///
  /// - Returns: False if the run had made nothing public, and was removed instead: it has to begin again.
  func finish(_ run: OpenRun) throws -> Bool {
    if runner.action.dryRun {
      let status = try session.status(of: run)
      let resolved = status.resolved(options.commands, try options.verdicts(of: status.record))
      try session.print(RunStatusReport(resolved), as: RunStatusText(resolved).summary)
      return true
    }
    switch run {
    case .here(let record):
      // An earlier command may have adopted it, and stopped.
      if record.isAdopted, let place = record.place { try session.align(with: record, from: place.remote) }
      try resume(record)
    case .over(let record): return try !session.end(overRun: record)
    case .elsewhere(let found) where found.isClaim:
      try checkFiles(of: found.record)
      try remove(found)
      return false
    case .elsewhere(let found):
      let record = try session.workspace.adopt(found, isForced: options.takeOver)
      try session.align(with: record, from: found.place.remote)
      try resume(record)
    }
    return true
  }

  /// Checks that the lane begins again with files that were built elsewhere, if the run had some.
  private func checkFiles(of record: RunRecord) throws {
    guard session.workspace.artifactsFolder == nil, let call = record.start.call, let folder = call.artifacts else {
      return
    }
    throw Failure.lacksArtifacts(of: record.id, from: folder, lane: call.lane)
  }

  /// Removes a run of another clone that has claimed the lane and made nothing public, with its drafts.
  private func remove(_ found: FoundRecord) throws {
    let record = try session.workspace.adopt(found, isForced: options.takeOver)
    session.workspace.runsPrograms = true
    let problems: [String]
    do {
      problems = try Recovery(of: record.id, in: session.workspace).undo()
    } catch let error as ExecutionError {
      guard case .alreadyPublic = error else { throw error }
      throw PublicClaimError(underlying: error, record: record)
    }
    guard problems.isEmpty else { throw Failure.notUndone(record.id, problems: problems) }
    let start = try found.missingStart(in: session.workspace).map {
      "; it had begun from commit \($0.short), which this clone does not have"
    }
    session.console.note(
      "removed run \(record.id), which had made nothing public: \(found.record.holder.description)\(start ?? "")")
  }

  /// Resumes a run. A run that cannot be resumed, or is not confirmed, stays unchanged, except for stale locks.
  private func resume(_ record: RunRecord) throws {
    if record.isUndoing { throw Failure.isUndoing(record.id) }
    let recovery = try Recovery(of: record.id, in: session.workspace)
    session.workspace.runsPrograms = true
    do {
      try resume(record, by: recovery)
    } catch let error as any ExplainedError
      where error.failure.code == .pushBehind && !(error is TransactionFailure) && recovery.publicity == .nothing
    {
      throw BehindError(underlying: error)
    } catch let error as any ExplainedError where error.failure.exit == .failed && recovery.publicity != .nothing {
      throw PartlyPublicError(underlying: error)
    }
  }

  private func resume(_ record: RunRecord, by recovery: Recovery) throws {
    // Stale locks would make the commands in the hints fail.
    session.report(removed: recovery.removeLeftovers())
    let rest = session.remainingLane(of: record, by: options.releasefile, answers: runner.answers)
    let isLast = record.stages.last?.isLast == true
    let receipt = try recovery.receipt(
      commands: options.commands, announcements: options.verdicts(of: record), takesOver: options.takeOver
    ) { done in
      if record.lacksSecrets(beyond: done, rest.planner) { throw Failure.lostSecrets(record.id, rest.problem) }
      // The run stays open, so that the user can restore what is missing.
      if let problem = rest.problem, !isLast || !record.commandsOfOtherClone.isEmpty {
        if done.contains(where: \.effect.isOutward) { throw problem.after(.publication) }
        throw problem
      }
      try confirm(record, rest, done: done)
    }
    var run = LaneRun(
      rest.planner ?? Planner([], title: record.start.title, in: session.context(runner.answers)), by: runner,
      start: record.start, resuming: record.stages, after: receipt)
    try run.perform()
    if let problem = rest.problem { session.console.warn(of: problem.after(.wholeRun)) }
  }

  /// Prompts for confirmation of the public entries that are left, like `run`. A skipped command is not left.
  private func confirm(_ record: RunRecord, _ rest: RemainingLane, done: [Plan.Entry]) throws {
    let status = try session.status(of: record, rest: rest).resolved(options.commands, options.verdicts(of: record))
    if !session.options.json, !session.options.quiet { session.console.note(RunStatusText(status).summary) }
    let consent = RunConsent(session: session, answers: runner.answers, isGiven: runner.action.yes)
    let numbers = Set(done.map(\.number))
    let left = status.openEntries.filter { !numbers.contains($0.number) }
    try consent.check(left)
    if left.contains(where: \.effect.isOutward), !runner.action.yes { try consent.ask() }
  }
}

extension Failure {
  /// A run that begins again had files of `--artifacts`, and this command has none.
  fileprivate static func lacksArtifacts(of id: RunID, from folder: String, lane: String) -> Failure {
    Failure(
      "run \(id) had the files of the folder `\(folder)`, and this command has none",
      hint: "name the folder of these files, `martlet run \(lane.shellWord) --artifacts DIR`; "
        + "to release without them, undo that run first with `martlet undo`", exit: .usage)
  }
}

/// Why a run of another clone cannot be removed: it has made something public before its push, and only its clone has its plan.
private struct PublicClaimError: ExplainedError {
  let underlying: ExecutionError
  let record: RunRecord

  var failure: Failure {
    var failure = underlying.failure
    failure.exit = .partlyPublic
    failure.diagnostics[0].hint =
      "finish run \(record.id) with `martlet resume` in the clone where it began: \(record.holder.description)"
    return failure
  }
}

/// A run of a lane that has not ended.
enum OpenRun {
  /// This clone has its journal.
  case here(RunRecord)
  /// Another clone has worked on it last.
  case elsewhere(FoundRecord)
  /// Another clone has finished or undone it, and only the journal of this one does not say so.
  case over(RunRecord)
}

extension Session {
  /// Returns the run that has not ended, in this clone or another; nil for none.
  ///
  /// - Parameter lane: The lane; nil for any.
  /// - Throws: `ExecutionError.unfinished` for an open run of another lane in this clone; `TransportError` if the remote that
  ///   has the records cannot be read.
  func openRun(ofLaneNamed lane: String?) throws -> OpenRun? {
    if let record = try workspace.unfinishedRun() {
      guard lane == nil || record.start.call?.lane == lane else {
        try workspace.checkThatNoRunIsOpen()
        return nil
      }
      return try openRun(of: record)
    }
    guard let releasefile = try releasefile() else { return nil }
    for place in try recordPlaces(ofLaneNamed: lane, in: releasefile) {
      if let found = try workspace.foundRecord(at: place) { return .elsewhere(found) }
    }
    return nil
  }

  /// Returns where the run of `record`, which has not ended here, stands.
  ///
  /// - Throws: `TransportError` if the remote that has its record cannot be read; `RecordTaken` if another run has the lane.
  func openRun(of record: RunRecord) throws -> OpenRun {
    switch try workspace.sharedState(of: record) {
    case .own, nil:
      // Without the working tree of the run, this one finishes it like another clone.
      if case .removedWorkTree = record.problemOfPlace(in: workspace), let place = record.place,
        let found = try workspace.foundRecord(at: place), !found.isClaim
      {
        return .elsewhere(found)
      }
      return .here(record)
    case .gone: return .over(record)
    case .moved(let found):
      guard found.record.id == record.id else { throw RecordTaken(by: found) }
      return .elsewhere(found)
    }
  }

  /// Returns the state of `run`.
  func status(of run: OpenRun) throws -> RunStatus {
    switch run {
    case .here(let record): return try status(of: record)
    case .elsewhere(let found): return try status(of: found)
    case .over(let record):
      var status = try status(of: record)
      status.isOver = true
      return status
    }
  }

  /// Ends a run here that another clone has ended. If that has made nothing public, it has undone the run, and what the run has
  /// changed here is undone, too.
  ///
  /// - Returns: Whether it was undone.
  /// - Throws: Why it cannot be undone.
  func end(overRun record: RunRecord) throws -> Bool {
    if try undo(overRun: record) {
      console.note("run \(record.id) was undone in another clone, and its changes here were undone, too")
      return true
    }
    report(removed: try Recovery.leave(record.id, as: .elsewhere, in: workspace))
    try console.print("run \(record.id) \(RunOutcome.elsewhere.phrase), and was ended here")
    return false
  }

  /// - Returns: False if something of the run is public.
  private func undo(overRun record: RunRecord) throws -> Bool {
    workspace.runsPrograms = true
    let recovery = try Recovery(of: record.id, in: workspace, isOver: true)
    if case .known = recovery.publicity { return false }
    report(removed: recovery.removeLeftovers())
    let problems = try recovery.undo()
    guard problems.isEmpty else { throw Failure.notUndone(record.id, problems: problems) }
    return true
  }
}
