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
  /// - Parameter arguments: The values of the lane's parameters. A run of another clone needs those that it was begun with.
  /// - Returns: False if the run had made nothing public, and was removed instead: it has to begin again.
  func finish(_ run: OpenRun, arguments: [String] = []) throws -> Bool {
    if runner.action.dryRun {
      let status = try session.status(of: run)
      let resolved = status.resolved(options.commands, try options.verdicts(of: status.record))
      try session.print(RunStatusReport(resolved), as: RunStatusText(resolved).summary)
      return true
    }
    switch run {
    case .here(let record): try resume(record)
    case .over(let record): return try !session.end(overRun: record)
    case .elsewhere(let found):
      try session.checkHold(of: found, takesOver: options.takeOver)
      guard found.hasPushed else {
        try session.withdraw(found)
        session.console.note(
          "removed run \(found.record.id), which had made nothing public: \(found.record.holder.description)")
        return false
      }
      let rest = try RestOfRelease(of: found, arguments: arguments, for: runner)
      try withExtendedLifetime(rest) {
        try Continuation(runner: rest.runner, options: options).resume(rest.adopted())
      }
    }
    return true
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
      if let problem = rest.problem, !isLast {
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
    let text = RunStatusText(status).summary
    let isShown = !session.options.json && !session.options.quiet
    if isShown { session.console.note(text) }
    let consent = RunConsent(session: session, answers: runner.answers, isGiven: runner.action.yes)
    let numbers = Set(done.map(\.number))
    let left = status.openEntries.filter { !numbers.contains($0.number) }
    try consent.check(left)
    if left.contains(where: \.effect.isOutward), !runner.action.yes { try consent.ask(about: isShown ? nil : text) }
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
      let isGone = if case .removedWorkTree = record.problemOfPlace(in: workspace) { true } else { record.isAdopted }
      if isGone, let place = record.place, let found = try workspace.foundRecord(at: place), found.hasPushed {
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
    if try !record.isAdopted && undo(overRun: record) {
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
