import Execution
import Lanes
import Steps
import TextEditing
import Versioning

/// One lane from its first stage to its last, with what is done when it fails and in the end.
struct LaneRun {
  private var loop: RunLoop
  private let session: Session
  private let answers: TerminalAnswers
  private let consent: RunConsent
  /// How the run is written into its journal; nil when it leaves no record.
  private let start: RunStart?
  /// What the run has made; nil before its first stage, and when it is over.
  private var receipt: Receipt?
  /// What is reported when the run is over; nil for what is not a lane of the Releasefile.
  private var report: RunReport?
  private let reportWriter: RunReportWriter?

  var planner: Planner { loop.planner }

  /// - Parameters:
  ///   - stages: The stages that the journal of a run holds that is resumed.
  ///   - receipt: What such a run has made so far; nil for a new one.
  init(
    _ planner: Planner, _ action: ActionOptions, answers: TerminalAnswers, in session: Session, start: RunStart?,
    reportWriter: RunReportWriter? = nil, resuming stages: [PlannedStage] = [], after receipt: Receipt? = nil
  ) {
    self.session = session
    self.answers = answers
    self.start = start
    self.receipt = receipt
    self.reportWriter = reportWriter
    consent = RunConsent(
      session: session, answers: answers, isGiven: action.yes, command: "martlet run \(planner.title)")
    report = reportWriter == nil ? nil : RunReport(of: planner)
    if let receipt {
      loop = RunLoop(planner, answers: answers, resuming: stages, after: receipt)
      report?.append(receipt.entries)
    } else {
      loop = RunLoop(planner, answers: answers)
    }
  }

  /// Performs all stages, showing each plan that was not agreed to before, and reports what was made.
  ///
  /// A signal that asks this process to stop is a failure like any other; what is declared for failures is done, too, and
  /// only a second signal ends that.
  mutating func perform() throws {
    // Nobody is asked anything in vain.
    if start != nil, receipt == nil { try session.workspace.checkThatNoRunIsOpen() }
    SignalWatch.begin(telling: session.interruption)
    do {
      try performStages()
    } catch {
      throw end(after: error)
    }
    let entries = receipt?.entries ?? []
    let result = receipt?.result ?? StageResult()
    // What is done is done: a failure in what follows takes none of it back.
    receipt?.end(.done)
    receipt = nil
    publish(.done(result))
    performLast()
    do {
      try show(entries, result)
    } catch let error as ExecutionError {
      throw LostReport(underlying: error, isPublic: entries.contains(where: \.effect.isOutward))
    }
  }

  /// An entry of the journal that cannot begin yet leaves the run as it is, so that the cause can be fixed first. What was
  /// done is taken back when a later stage cannot be planned, is declined, or cannot be begun.
  private mutating func performStages() throws {
    do {
      if receipt == nil { try performFirstStage() }
      while let stage = try loop.next() {
        try pullRequestRule?.check(stage.plan)
        if !loop.isRecorded { try confirm(stage.plan) }
        try apply(stage)
      }
    } catch  where !(error is TransactionFailure) && !loop.isRecorded {
      guard let receipt else { throw error }
      self.receipt = nil
      throw TransactionFailure(at: nil, error, taking: receipt, backIn: session.workspace)
    }
  }

  /// Performs the first stage of a new run. Everything that is known to stop a later one stops the lane before that.
  private mutating func performFirstStage() throws {
    try pullRequestRule?.check(everythingOf: planner)
    let beginning = planner
    guard let stage = try loop.next() else { return }
    if session.respondent == .nobody, !planner.isFinished, let failure = beginning.foreseenFailure(),
      failure.underlying is AnswerError
    {
      loop.restart(from: beginning)
      throw failure
    }
    let (whole, failure) = session.looking { beginning.outlook(KnownAnswers(answers: answers)) }
    if let failure, failure.failure.exit == .conflict { throw failure }
    try consent.check(whole.entries)
    try pullRequestRule?.check(stage.plan)
    try confirm(stage.plan)
    if !planner.isFinished { try Transaction.check(whole, after: stage.plan, in: session.workspace) }
    try apply(stage, foreseeing: whole)
  }

  /// - Parameter whole: The plan of all stages, as far as it is known before the first one.
  private mutating func apply(_ stage: PlannedStage, foreseeing whole: Plan? = nil) throws {
    guard !stage.plan.entries.isEmpty else { return }
    loop.begin(stage)
    if loop.part == .main { report?.append(stage.plan) }
    let transaction =
      if let receipt {
        try Transaction.prepare(stage, in: session.workspace, after: receipt)
      } else if let start {
        try Transaction.prepare(
          stage, in: session.workspace,
          beginning: loop.part == .main ? start : RunStart(title: start.title, part: loop.part), foreseeing: whole)
      } else {
        try Transaction.prepareLeavingNoRecord(stage, in: session.workspace)
      }
    receipt = nil
    let reporter = ProgressReporter(of: stage.plan, on: console, in: session)
    defer { reporter.end() }
    let done = try transaction.apply(secrets: planner.secrets, reporter: reporter)
    receipt = done
    loop.proceed(after: done.result)
  }

  private func confirm(_ plan: Plan) throws { try consent.confirm(plan, after: loop.version, on: console) }

  /// The console, without the secrets that are known by now.
  private var console: Console { session.console.redacting(planner.secrets.known) }
}

// MARK: Pull requests

extension LaneRun {
  /// What a lane may do here; nil outside of pull requests, and for commands that are not lanes of the Releasefile.
  private var pullRequestRule: PullRequestRule? { start?.call == nil ? nil : releasefileRule }

  /// What the Releasefile may do here that a command has around it, whatever the command is; nil outside of pull requests.
  private var releasefileRule: PullRequestRule? {
    PullRequestRule(in: session, releasefile: planner.draft.releasefile)
  }
}

// MARK: The end

extension LaneRun {
  /// Does what is declared for a failure and for the end.
  ///
  /// - Returns: what the run has failed with.
  private mutating func end(after error: any Error) -> any Error {
    let error = interrupted(error)
    publish(.failed(error, published: (error as? TransactionFailure)?.publicEntries ?? []))
    receipt?.release()
    receipt = nil
    let failure = Failure(of: error)
    // Nor does what a pull request may not do come about by what is to follow a failure.
    guard ![.pullRequest, .pullRequestReleasefile].contains(failure.code) else { return error }
    if failure.exit != .declined {
      loop.handle(error)
      performEnding()
    }
    performLast()
    return error
  }

  /// What `error` is when a signal came before it, which is dealt with from here on.
  private func interrupted(_ error: any Error) -> any Error {
    guard let signal = session.interruption.signal else { return error }
    session.interruption.acknowledge()
    // The terminal has shown `^C` on the line.
    if session.respondent == .person { session.console.show("") }
    return Failure(of: error).exit == .failed ? InterruptedRun(underlying: error, signal: signal) : error
  }

  private mutating func performLast() {
    loop.finish()
    performEnding()
  }

  /// Performs what is declared for a failure or for the end. What fails in it is a warning, and changes nothing about the
  /// run.
  private mutating func performEnding() {
    guard !session.interruption.isUrgent else { return }
    do {
      while let stage = try loop.next() {
        try releasefileRule?.check(stage.plan)
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
    report.ending = ending
    reportWriter?.publish(report, console: console)
  }

  private func show(_ entries: [Plan.Entry], _ result: StageResult) throws {
    if session.options.json {
      let report = PlanReport(lane: planner.title, version: loop.version, entries: entries, result: result)
      try session.console.print(report.masked(by: console).json())
    } else if !entries.isEmpty {
      try session.console.print(ReceiptText(entries, result).rendered())
    }
  }
}
