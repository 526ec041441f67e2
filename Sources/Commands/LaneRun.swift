import Execution
import Lanes
import Steps
import TextEditing
import Versioning

/// One lane from its first stage to its last, with what is done when it fails and in the end.
struct LaneRun {
  private(set) var planner: LanePlanner
  private let session: Session
  private let answers: TerminalAnswers
  private let action: ActionOptions
  /// How the run is written into its journal; nil when it leaves no record.
  private let start: RunStart?
  private var receipt: Receipt?
  private var version: VersionState?
  /// The step that the last stage begins with.
  private var nextStep: String?
  /// What is told of the run when it is over, and where; nil for what is no lane of the Releasefile.
  private var news: RunNews?
  private let outlets: NewsOutlets?

  init(
    _ planner: LanePlanner, _ action: ActionOptions, answers: TerminalAnswers, in session: Session, start: RunStart?,
    outlets: NewsOutlets? = nil
  ) {
    self.planner = planner
    self.action = action
    self.answers = answers
    self.session = session
    self.start = start
    self.outlets = outlets
    news = outlets == nil ? nil : RunNews(of: planner)
  }

  /// Does all stages, showing each plan first, and reports what was made.
  ///
  /// A signal that asks this process to stop is a failure like any other; what is declared for failures is done, too, and
  /// only a second signal ends that.
  mutating func perform() throws {
    // Nobody is asked anything in vain.
    if start != nil { try session.workspace.checkThatNoRunIsOpen() }
    try perform { run in
      try run.checkPullRequest()
      try run.performForeseenStages()
    }
  }

  /// Resumes a run: first what is left of the stages that its journal holds, then the stages after them.
  ///
  /// - Parameter receipt: What the run has made.
  mutating func resume(_ stages: [PlannedStage], after receipt: Receipt) throws {
    self.receipt = receipt
    version = planner.draft.changedVersion
    news?.append(receipt.entries)
    try perform { run in
      // An entry that cannot begin yet leaves the run as it is, so that the cause can be fixed first.
      let done = Set(receipt.entries.map(\.number))
      for stage in stages.dropLast() where stage.plan.entries.contains(where: { !done.contains($0.number) }) {
        try run.pullRequestRule?.check(stage.plan)
        try run.repeat(stage)
      }
      if let stage = stages.last {
        try run.pullRequestRule?.check(stage.plan)
        try run.apply(stage)
      }
      try run.performStages()
    }
  }

  private mutating func perform(_ work: (inout LaneRun) throws -> Void) throws {
    SignalWatch.begin(telling: session.interruption)
    do {
      try work(&self)
    } catch {
      let failure = taken(error)
      tell(.failed(failure, published: (failure as? TransactionFailure)?.publicEntries ?? []))
      receipt?.release()
      receipt = nil
      // Nor does what a pull request may not do come about by what is to follow a failure.
      if !Self.isRefusal(failure) {
        if Failure(of: failure).exit != .declined { performHandlers(of: failure) }
        performLast()
      }
      throw failure
    }
    let entries = receipt?.entries ?? []
    let result = receipt?.result ?? StageResult()
    // What is done is done: a failure in what follows takes none of it back.
    receipt?.end(.done)
    receipt = nil
    tell(.done(result))
    performLast()
    do {
      try report(entries, result)
    } catch let error as ExecutionError {
      throw LostReport(underlying: error, isPublic: entries.contains(where: \.effect.isOutward))
    }
  }

  /// Whether `error` keeps a pull request from what it may not do.
  private static func isRefusal(_ error: any Error) -> Bool {
    [.pullRequest, .pullRequestReleasefile].contains(Failure(of: error).code)
  }

  /// What a lane may do here; nil outside of pull requests, and for commands that are no lanes of the Releasefile.
  private var pullRequestRule: PullRequestRule? {
    start?.call == nil ? nil : releasefileRule
  }

  /// What the Releasefile may do here that a command has around it, whatever the command is; nil outside of pull requests.
  private var releasefileRule: PullRequestRule? {
    PullRequestRule(in: session, releasefile: planner.draft.releasefile)
  }

  /// What a pull request may not do is told before anything is done, as far as it can be known by then.
  private func checkPullRequest() throws {
    guard let rule = pullRequestRule else { return }
    var preview = planner
    do {
      try rule.check(try preview.preview())
    } catch let failure as StepFailure {
      try rule.check(preview.plan)
      try rule.check(failure)
    }
  }

  private mutating func tell(_ ending: RunNews.Ending) {
    guard var news else { return }
    news.ending = ending
    outlets?.publish(news, console: session.console.redacting(planner.secrets.known))
  }

  /// What `error` is when a signal came before it, which is dealt with from here on.
  private func taken(_ error: any Error) -> any Error {
    guard let signal = session.interruption.signal else { return error }
    session.interruption.acknowledge()
    // The terminal has shown `^C` on the line.
    if session.respondent == .person { session.console.show("") }
    return Failure(of: error).exit == .failed ? InterruptedRun(underlying: error, signal: signal) : error
  }

  /// Performs all stages. Everything that is known to stop a later one stops the lane before its first effect.
  private mutating func performForeseenStages() throws {
    let beginning = planner
    guard let plan = try planner.nextStage() else { return }
    if session.respondent == .nobody, !planner.isFinished, let failure = beginning.foreseenFailure(),
      failure.underlying is AnswerError
    {
      planner = beginning
      throw failure
    }
    let (whole, failure) = session.looking { beginning.outlook(KnownAnswers(answers: answers)) }
    if let failure, failure.failure.exit == .conflict { throw failure }
    try checkConsent(to: whole)
    try pullRequestRule?.check(plan)
    try confirm(plan)
    if !planner.isFinished { try Transaction.check(whole, after: plan, in: session.workspace) }
    try apply(stage(of: plan), foreseeing: whole)
    try performStages()
  }

  private mutating func performStages() throws {
    try takingBack { run in
      while let plan = try run.planner.nextStage() { try run.performStage(plan) }
    }
  }

  private mutating func performStage(_ plan: Plan) throws {
    try pullRequestRule?.check(plan)
    try confirm(plan)
    try apply(stage(of: plan))
  }

  /// Checks that `--yes` was given, or that a terminal can confirm, where `plan` makes something public.
  private func checkConsent(to plan: Plan) throws {
    guard plan.hasOutwardEffects, !action.yes, session.respondent == .nobody else { return }
    throw Failure.unapproved(
      effects: plan.entries.filter(\.effect.isOutward).map(\.phrase), command: "martlet run \(planner.title)")
  }

  /// What was done by then is taken back when a later stage cannot be planned, is declined, or cannot be begun.
  private mutating func takingBack(_ work: (inout LaneRun) throws -> Void) throws {
    do {
      try work(&self)
    } catch let failure as TransactionFailure {
      throw failure
    } catch {
      guard let receipt else { throw error }
      self.receipt = nil
      throw TransactionFailure(at: nil, error, taking: receipt, backIn: session.workspace)
    }
  }

  private func stage(of plan: Plan) -> PlannedStage {
    PlannedStage(plan, isLast: planner.isFinished, answers: answers.recorded)
  }

  /// Shows `plan`, unless it was shown with a question before, and asks about what is outward in it, unless that was
  /// agreed to. Whoever is asked sees the plan.
  private func confirm(_ plan: Plan) throws {
    try checkConsent(to: plan)
    let isAskedAbout = plan.hasOutwardEffects && !plan.isConfirmed && !action.yes && session.respondent == .person
    let console = session.console.redacting(planner.secrets.known)
    let text = PlanText(plan, after: version, console: console).rendered()
    if !session.options.json, !session.options.quiet {
      if answers.lastPreview?.entries != plan.entries { try console.print(text) }
    } else if isAskedAbout {
      console.show(text)
    }
    if isAskedAbout, try !answers.isYes("Go on?") { throw Failure.declined }
  }

  /// Performs what was undone of a stage that later stages were planned after.
  private mutating func `repeat`(_ stage: PlannedStage) throws {
    let planner = planner
    try apply(stage)
    self.planner = planner
  }

  private mutating func apply(
    _ stage: PlannedStage, part: RunStart.Part = .main, foreseeing whole: Plan? = nil
  ) throws {
    guard let first = stage.plan.entries.first else { return }
    if part == .main { nextStep = first.step }
    version = stage.plan.version
    if part == .main { news?.append(stage.plan) }
    let transaction =
      if let receipt {
        try Transaction.prepare(stage, in: session.workspace, after: receipt)
      } else if let start {
        try Transaction.prepare(
          stage, in: session.workspace, beginning: part == .main ? start : RunStart(title: start.title, part: part),
          foreseeing: whole)
      } else {
        try Transaction.prepareLeavingNoRecord(stage, in: session.workspace)
      }
    receipt = nil
    let voice = RunVoice(of: stage.plan, on: session.console.redacting(planner.secrets.known), in: session)
    defer { voice.end() }
    let done = try transaction.apply(secrets: planner.secrets, watcher: voice.watcher)
    receipt = done
    planner.proceed(after: done.result)
  }

  /// The steps of `on_error`; what fails in them is told and changes nothing about the failure that led to them.
  private mutating func performHandlers(of error: any Error) {
    let failure = error as? TransactionFailure
    let planning = error as? StepFailure ?? failure?.underlying as? StepFailure
    // Where nothing was begun, what would have been first is what the run stopped at.
    let step = planning?.step ?? failure?.entry?.step ?? nextStep ?? planner.currentLaneName
    planner.handle(FailureFacts(step: step, message: error.firstMessage, lane: planner.currentLaneName))
    performQuietly()
  }

  private mutating func performLast() {
    planner.finish()
    performQuietly()
  }

  private mutating func performQuietly() {
    guard !session.interruption.isUrgent else { return }
    do {
      while let plan = try planner.nextStage(), !plan.entries.isEmpty {
        try releasefileRule?.check(plan)
        if plan.hasOutwardEffects { try confirm(plan) }
        try apply(stage(of: plan), part: .handlers)
      }
    } catch {
      session.console.warn(of: error)
    }
    receipt?.end(.done)
    receipt = nil
  }

  private func report(_ entries: [Plan.Entry], _ result: StageResult) throws {
    if session.options.json {
      let report = PlanReport(lane: planner.title, version: version, entries: entries, result: result)
      try session.console.print(report.masked(by: session.console.redacting(planner.secrets.known)).json())
    } else if !entries.isEmpty {
      try session.console.print(ReceiptText(entries, commits: result.commits).rendered())
    }
  }
}

extension Failure {
  /// No terminal to confirm that `effects` become public, and no `--yes`.
  static func unapproved(effects: [String], command: String) -> Failure {
    Failure(
      "no terminal to ask whether this may become public: \(effects.joined(separator: "; "))",
      hint: "read the plan, then agree to it with `\(command) --yes`", code: .unanswered, exit: .usage)
  }
}
