import Execution
import Lanes
import MartletCore
import Steps

/// Runs a lane from its first stage to its last, and the steps of `on_error` and `finally`.
struct LaneRun {
  private var loop: RunLoop
  private let runner: LaneRunner
  private let consent: RunConsent
  /// The start record of the journal; nil when the run has no journal.
  private let start: RunStart?
  /// The head of the lane as it was looked at before the plan; nil if it was not.
  private let record: (place: RecordPlace, head: LaneHead)?
  /// Returns the text above the plan of the first stage; nil for none.
  private let introduction: ((PlanText) -> String)?
  /// What the run has done so far; nil before its first stage and after its end.
  private var receipt: Receipt?
  /// The report for the CI system; nil when this is not a lane of the Releasefile.
  private var report: RunReport?

  private var session: Session { runner.session }

  var planner: Planner { loop.planner }

  /// - Parameters:
  ///   - stages: The stages in the journal of a resumed run.
  ///   - receipt: What a resumed run has done so far; nil for a new run.
  init(
    _ planner: Planner, by runner: LaneRunner, start: RunStart?,
    claiming record: (place: RecordPlace, head: LaneHead)? = nil, showing introduction: ((PlanText) -> String)? = nil,
    resuming stages: [PlannedStage] = [], after receipt: Receipt? = nil
  ) {
    self.runner = runner
    self.start = start
    self.record = record
    self.introduction = introduction
    self.receipt = receipt
    consent = RunConsent(session: runner.session, answers: runner.answers, isGiven: runner.action.yes)
    report = runner.reportWriter == nil ? nil : RunReport(of: planner)
    if let receipt {
      loop = RunLoop(planner, answers: runner.answers, resuming: stages, after: receipt)
      report?.append(receipt.entries)
    } else {
      loop = RunLoop(planner, answers: runner.answers)
    }
  }

  /// Performs all stages, shows each plan that was not confirmed before, and reports the results.
  ///
  /// A signal that stops this process is a failure like any other: the `on_error` steps run, and only a second signal
  /// stops those.
  mutating func perform() throws {
    session.workspace.runsPrograms = start != nil
    // Fail before the first prompt.
    if start != nil, receipt == nil { try session.workspace.checkThatNoRunIsOpen() }
    if !session.hasSignalWatch { SignalWatch.begin(telling: session.interruption) }
    do {
      try performStages()
    } catch {
      throw end(after: error)
    }
    let entries = receipt?.entries ?? []
    let outcomes = receipt?.outcomes ?? [:]
    // A later failure does not undo the completed lane.
    receipt?.end(.done)
    receipt = nil
    publish(.done(outcomes))
    performLast()
    do {
      try show(entries, outcomes)
    } catch let error as ExecutionError {
      throw LostReport(underlying: error, isPublic: entries.contains(where: \.effect.isOutward))
    }
  }

  /// If an entry of the journal cannot begin, the run stays open, so that the cause can be fixed first. If a later
  /// stage cannot be planned or begun, or is declined, the run is undone.
  private mutating func performStages() throws {
    do {
      if receipt == nil { try performFirstStage() }
      while let stage = try loop.next() {
        if !loop.isRecorded { try confirm(stage.plan) }
        try apply(stage)
      }
    } catch  where !(error is TransactionFailure) && !loop.isRecorded {
      let isDeclined = Failure(of: error).exit == .declined
      guard let receipt else { throw isDeclined ? Failure.declined : error }
      // The undo reports what has changed.
      let error = isDeclined ? Failure("declined", exit: .declined) : error
      self.receipt = nil
      throw TransactionFailure(at: nil, error, undoing: receipt, in: session.workspace)
    }
  }

  /// Performs the first stage of a new run, after all checks of later stages that are possible now.
  private mutating func performFirstStage() throws {
    try session.looking { try session.workspace.trust.check(everythingOf: planner) }
    let beginning = planner
    guard let stage = try loop.next() else { return }
    // A lane of one stage is planned once.
    let (whole, failure) = planner.isFinished ? (stage.plan, nil) : forecast(from: beginning)
    if session.respondent == .unattended, let failure, failure.underlying is AnswerError {
      loop.restart(from: beginning)
      throw failure
    }
    if let failure, failure.isCertain { throw failure }
    try consent.check(whole.entries)
    if let introduction { try console.print(introduction(PlanText(stage.plan, console: console))) }
    try confirm(stage.plan)
    if session.options.quiet, !session.options.json, planner.isFinished, stage.plan.entries.isEmpty {
      // Without `--quiet`, the plan has it.
      try console.print((stage.plan.remarks.first ?? "nothing to do").escapedForTerminal())
    }
    if !planner.isFinished { try Transaction.check(whole, after: stage.plan, in: session.workspace) }
    try apply(
      stage, showing: ShownPlan(whole, isComplete: failure == nil, recordedAt: try record(of: whole, failure == nil)))
  }

  /// Returns what is known of the whole lane. Without a user, a question of a later stage needs an answer now.
  private func forecast(from beginning: Planner) -> (plan: Plan, failure: StepFailure?) {
    session.respondent == .unattended
      ? beginning.rehearsal()
      : session.looking { beginning.partialPlan(PresetAnswers(answers: runner.answers)) }
  }

  /// Where other clones find the record of the run, and its head; nil if it needs none, or without a remote.
  private func record(of plan: Plan, _ isComplete: Bool) throws -> (place: RecordPlace, head: LaneHead)? {
    guard let lane = start?.call?.lane, plan.entries.needSharedRecord || !isComplete,
      let place = try session.recordPlace(ofLaneNamed: lane, pushing: plan)
    else { return nil }
    if let record, record.place == place { return record }
    return (place, try session.workspace.head(at: place))
  }

  /// - Parameter whole: The part of the plan of all stages that is known before the first one.
  private mutating func apply(_ stage: PlannedStage, showing whole: ShownPlan? = nil) throws {
    guard !stage.plan.entries.isEmpty else { return }
    loop.begin(stage)
    if loop.part == .main { report?.append(stage.plan) }
    let transaction =
      if let receipt {
        try Transaction.prepare(stage, in: session.workspace, after: receipt)
      } else if let start {
        try Transaction.prepare(
          stage, in: session.workspace,
          beginning: loop.part == .main ? start : RunStart(title: start.title, part: loop.part), showing: whole)
      } else {
        try Transaction.prepareLeavingNoRecord(stage, in: session.workspace)
      }
    receipt = nil
    let reporter = ProgressReporter(of: stage.plan, on: console, in: session)
    do {
      let done = try transaction.apply(secrets: planner.secrets, reporter: reporter)
      reporter.end(isDone: true)
      receipt = done
      loop.proceed(after: done.outcomes)
    } catch {
      reporter.end(isDone: false)
      if let failure = error as? TransactionFailure { reporter.showOutput(of: failure) }
      throw error
    }
  }

  private func confirm(_ plan: Plan) throws {
    try session.workspace.trust.check(plan.entries)
    try consent.confirm(plan, after: loop.version, on: console)
  }

  /// The console, which masks the secrets read so far.
  private var console: Console { session.console.redacting(planner.secrets.known) }
}

// MARK: The end

extension LaneRun {
  /// Performs the `on_error` and `finally` steps after a failure.
  ///
  /// - Returns: the error of the run.
  private mutating func end(after error: any Error) -> any Error {
    let underlying = interrupted(error)
    let error = commandInsteadOfResume.map { UnresumableRun(underlying: underlying, command: $0) } ?? underlying
    publish(.failed(error, published: (underlying as? TransactionFailure)?.publicEntries ?? []))
    receipt?.pause()
    receipt = nil
    let failure = Failure(of: error)
    // An untrusted pipeline does not run the `on_error` steps either.
    guard ![.pullRequest, .pullRequestReleasefile].contains(failure.code) else { return error }
    if failure.exit != .declined {
      loop.handle(underlying)
      performEnding()
    }
    performLast()
    return error
  }

  /// The command that is possible after a failure; nil if the run can be resumed.
  private var commandInsteadOfResume: String? {
    guard receipt == nil, let start else { return nil }
    guard let open = try? session.workspace.unfinishedRun() else { return start.command }
    return open.isUndoing ? "martlet undo" : nil
  }

  /// Returns `error` as an interruption if a signal caused it, and acknowledges the signal.
  private func interrupted(_ error: any Error) -> any Error {
    guard let signal = session.interruption.signal else { return error }
    session.interruption.acknowledge()
    // The terminal has printed `^C` on this line.
    if session.respondent == .person { session.console.show("") }
    return Failure(of: error).exit == .failed ? InterruptedRun(underlying: error, signal: signal) : error
  }

  private mutating func performLast() {
    loop.finish()
    performEnding()
  }

  /// Performs the planned `on_error` or `finally` steps. Their errors are warnings and do not change the run's result.
  private mutating func performEnding() {
    guard !session.interruption.isUrgent else { return }
    do {
      while let stage = try loop.next() {
        if stage.plan.hasOutwardEffects { try confirm(stage.plan) }
        try apply(stage)
      }
    } catch {
      session.console.warn(of: error)
    }
    receipt?.end(.done)
    receipt = nil
  }

  private mutating func publish(_ ending: RunReport.Ending) {
    guard var report else { return }
    report.end(ending, of: planner)
    runner.reportWriter?.publish(report, console: console)
    // A program that reads standard output gets the result of a failed run, too. The error follows in any case.
    if case .failed = ending, session.options.json { try? show(report) }
  }

  private func show(_ report: RunReport) throws {
    try session.console.print(ResultReport(report, console: console).json())
  }

  private func show(_ entries: [Plan.Entry], _ outcomes: Outcomes) throws {
    if session.options.json, var report {
      report.end(.done(outcomes), of: planner)
      try show(report)
    } else if session.options.json {
      let report = PlanReport(lane: planner.title, version: loop.version, entries: entries, outcomes: outcomes)
      try session.console.print(report.masked(by: console).json())
    } else if !entries.isEmpty {
      try session.console.print(ReceiptText(entries, outcomes).rendered())
    }
  }
}

extension RunStart {
  /// The command that begins such a run again.
  fileprivate var command: String {
    guard let call else { return "martlet \(title)" }
    let arguments = call.arguments.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
    let options = call.artifacts.map { ["--artifacts", $0] } ?? []
    return (["martlet", "run", call.lane] + arguments + options).map(\.shellWord).joined(separator: " ")
  }
}
