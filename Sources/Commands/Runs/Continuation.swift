import Execution
import Lanes
import MartletCore

/// Resumes a run that has stopped, in this clone or in another one.
struct Continuation {
  let runner: LaneRunner
  let options: ContinuationOptions

  private var session: Session { runner.session }

  /// Finishes the run that `look` has found; with `--dry-run`, shows what is left of it.
  ///
  /// - Parameter arguments: The values of the lane's parameters. A run of another clone needs those that it was begun with.
  func finish(_ look: LaneLook, arguments: [String] = []) throws {
    guard let run = look.run else { return }
    if runner.action.dryRun {
      let resolved = try session.status(of: run).resolved(options.choice)
      return try session.print(RunStatusReport(resolved), as: RunStatusText(resolved).summary)
    }
    switch run {
    case .here(let record): try resume(record)
    case .over(let record, let outcome): try session.settle(record, as: outcome)
    case .elsewhere(let found):
      let rest = try RestOfRelease(of: found, arguments: arguments, by: options.releasefile, for: runner)
      try withExtendedLifetime(rest) {
        try Continuation(runner: rest.runner, options: options).resume(rest.adopted())
      }
    }
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
    let receipt = try recovery.receipt(choice: options.choice) { done in
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
    let status = try session.status(of: record, rest: rest).resolved(options.choice)
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

extension Session {
  /// Returns the state of `run`.
  func status(of run: OpenRun) throws -> RunStatus {
    switch run {
    case .here(let record): return try status(of: record)
    case .elsewhere(let found): return try status(of: found)
    case .over(let record, let outcome):
      var status = try status(of: record)
      status.ending = outcome
      return status
    }
  }

  /// Ends a run here as another process has ended it. One that was undone there is undone here, too.
  ///
  /// - Throws: Why it cannot be undone.
  func settle(_ record: RunRecord, as outcome: RunOutcome) throws {
    if try outcome == .undone && !record.isAdopted && undo(overRun: record) {
      return console.note("run \(record.id) was undone in another clone, and its changes here were undone, too")
    }
    report(removed: try Recovery.leave(record.id, as: outcome == .done ? .elsewhere : outcome, in: workspace))
    guard outcome != .left || record.pushedReferences.isEmpty else { throw Failure.givenUp(record.id) }
    console.note("run \(record.id) \(RunOutcome.elsewhere.phrase), and was ended here")
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

extension Failure {
  /// Another clone has ended a run that is partly public.
  fileprivate static func givenUp(_ id: RunID) -> Failure {
    Failure(
      "run \(id) was ended in another clone without finishing it, and was ended here",
      hint: "see what it has done with `martlet status \(id)`", exit: .partlyPublic)
  }
}
