import ArgumentParser
import Execution
import Lanes
import MartletTextEditing
import Steps

struct ResumeCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Resume a run that has stopped.",
    usage: "martlet resume [<run> | --lane <lane> [name=value ...]] [options]",
    discussion: """
      Examples:
        martlet resume                 resume the unfinished run
        martlet resume --dry-run       show the entries that are left
        martlet resume --skip          treat the interrupted command as done
        martlet resume --sent blog     do not post on `blog` again
        martlet resume --lane release  the same in a new clone, at the tagged commit

      Martlet checks the files, git and the remote for what was done, and does not repeat it. Without a journal, the run \
      is found by its tag, and the lane must have the plan whose digest is in the tag. `martlet undo` undoes the run \
      instead, as long as nothing is public.
      """)

  @Argument(
    help: ArgumentHelp(
      "The run's id or the end of it; by default, the unfinished run. With `--lane`: values of its parameters.",
      valueName: "run"))
  var words: [String] = []

  @Option(help: "The lane of the run, when its journal is missing.")
  var lane: String?

  @Flag(help: "Treat the interrupted `outward` command as done.")
  var skip = false

  @Flag(help: "Run the interrupted `outward` command again.")
  var `repeat` = false

  @Option(
    help: ArgumentHelp("The announcement on this channel was sent: do not send it again.", valueName: "channel"))
  var sent: [String] = []

  @Option(help: ArgumentHelp("The announcement on this channel was not sent: send it.", valueName: "channel"))
  var notSent: [String] = []

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var artifact: ArtifactOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  var action: ActionOptions { ActionOptions(confirmation, plan) }

  func validate() throws {
    if skip, `repeat` { throw ValidationError("`--skip` and `--repeat` together, expected one of them") }
    if let name = sent.first(where: notSent.contains) {
      throw ValidationError("`--sent \(name)` and `--not-sent \(name)` together, expected one of them")
    }
    guard lane == nil else { return }
    if words.count > 1 { throw ValidationError("several runs, expected one; parameter values need `--lane`") }
    if !answer.answers.isEmpty {
      throw ValidationError("`--answer` without `--lane`: the journal contains the answers")
    }
    if artifact.artifacts != nil {
      throw ValidationError("`--artifacts` without `--lane`: the journal contains the folder")
    }
  }

  func run() throws {
    let session = try Session(options)
    transport.configure(session.workspace)
    try artifact.configure(session)
    if !action.dryRun { try session.openCredentials() }
    guard let lane else { return try resumeJournalled(in: session) }
    guard let open = try session.workspace.unfinishedRun() else { return try resumeTraced(lane, in: session) }
    guard open.start.call?.lane == lane else { throw ExecutionError.unfinished(open.id, open.start) }
    try resume(open, in: session)
  }

  private func resumeJournalled(in session: Session) throws {
    guard let record = try words.first.map(session.workspace.run(named:)) ?? session.workspace.unfinishedRun() else {
      return try session.console.print(
        "nothing to resume: every run in this clone has ended; for a run of another clone, name its lane with `--lane`")
    }
    if let outcome = record.outcome { throw Failure.endedRun(record.id, outcome) }
    try resume(record, in: session)
  }

  private func resume(_ record: RunRecord, in session: Session) throws {
    if action.dryRun { return try show(status(of: record, in: session), in: session) }
    let answers = try TerminalAnswers(answer.answers, agrees: action.yes, in: session)
    try resume(record, answers, in: session) { session.remainingLane(of: record, answers: answers) }
  }

  /// Finds the run by its tag, writes its journal again, and resumes it.
  private func resumeTraced(_ lane: String, in session: Session) throws {
    let found = try LostRunSearch(session: session, lane: lane, arguments: words, answers: answer.answers)
      .result(agrees: action.yes)
    if let run = try session.workspace.doneRun(that: found.trace) {
      return try session.console.print("nothing to resume: run \(run.id) is done")
    }
    if action.dryRun { return try show(status(of: found.run.record, in: session), in: session) }
    let rest = RemainingLane(planner: found.planner, problem: nil)
    let done: [Plan.Entry]
    do {
      done = try doneEntries(of: found.run.record, in: session)
    } catch let error as any ExplainedError {
      // The tag of the run is on the remote, or its commit is: this clone has no other traces of the run.
      throw PartlyPublicError(underlying: error)
    }
    try confirm(found.run.record, rest, done: done, found.answers, in: session)
    // A run that is not confirmed leaves the clone as it is, so the journal is written only now.
    let record = try session.workspace.run(named: found.run.begin().string)
    session.console.note("found the run by the tag `\(found.trace.tag)`, and wrote its journal again")
    try resume(record, found.answers, in: session, confirmed: done) { rest }
  }

  /// Returns the entries of a run without a journal that count as done.
  private func doneEntries(of record: RunRecord, in session: Session) throws -> [Plan.Entry] {
    do {
      return try RunAssessment(of: record, in: session.workspace).itemsToSkip(commands).map(\.entry)
    } catch ExecutionError.unknownOutcome(let command) {
      throw Failure.unknownOutcome(of: command)
    }
  }

  private var commands: RunAssessment.UnknownCommand { skip ? .skipped : `repeat` ? .repeated : .refused }

  /// The options `--sent` and `--not-sent` by the name of the channel.
  ///
  /// - Throws: `Failure.unknownChannels` for a channel that the run has no announcement for.
  private func verdicts(of record: RunRecord) throws -> [String: AnnouncementVerdict] {
    let known = record.entries.compactMap { entry -> String? in
      if case .postMessage(let announcement) = entry.effect { announcement.name } else { nil }
    }
    if let name = (sent + notSent).first(where: { !known.contains($0) }) {
      throw Failure.noAnnouncement(on: name, known: known)
    }
    return Dictionary(sent.map { ($0, .sent) } + notSent.map { ($0, .notSent) }) { $1 }
  }

  private func show(_ status: RunStatus, in session: Session) throws {
    try session.print(RunStatusReport(status), as: RunStatusText(status).summary)
  }

  /// Returns the state of `record` with the decisions of the command line.
  private func status(of record: RunRecord, rest: RemainingLane? = nil, in session: Session) throws -> RunStatus {
    try session.status(of: record, rest: rest).resolved(commands, verdicts(of: record))
  }

  /// Resumes a run. A run that cannot be resumed, or is not confirmed, stays unchanged, except for stale locks.
  ///
  /// - Parameter confirmed: The entries that counted as done when the user confirmed the others.
  private func resume(
    _ record: RunRecord, _ answers: TerminalAnswers, in session: Session, confirmed: [Plan.Entry]? = nil,
    rest: () -> RemainingLane
  ) throws {
    let recovery = try Recovery(of: record.id, in: session.workspace)
    session.workspace.runsPrograms = true
    do {
      try resume(record, by: recovery, answers, in: session, confirmed: confirmed, rest: rest)
    } catch let error as any ExplainedError where error.failure.code == .pushBehind && !recovery.mayBePublic {
      throw BehindError(underlying: error)
    } catch let error as any ExplainedError where error.failure.code == .headMoved {
      throw recovery.commitsOnTop ?? error
    } catch let error as any ExplainedError where recovery.mayBePublic && error.failure.exit == .failed {
      throw PartlyPublicError(underlying: error)
    }
  }

  private func resume(
    _ record: RunRecord, by recovery: Recovery, _ answers: TerminalAnswers, in session: Session,
    confirmed: [Plan.Entry]?, rest: () -> RemainingLane
  ) throws {
    let reportWriter = try RunReportWriter(in: session, folder: output.outputs)
    // Stale locks would make the commands in the hints fail.
    session.removeLeftovers(of: recovery)
    let rest = rest()
    let isLast = record.stages.last?.isLast == true
    let receipt = try recovery.receipt(commands: commands, announcements: verdicts(of: record)) { done in
      if rest.planner == nil, record.needsSecrets(beyond: done) { throw Failure.lostSecrets(record.id, rest.problem) }
      // The run stays open, so that the user can restore what is missing.
      if let problem = rest.problem, !isLast {
        if done.contains(where: \.effect.isOutward) { throw problem.after(.publication) }
        throw recovery.commitsOnTop ?? problem
      }
      if done != confirmed { try confirm(record, rest, done: done, answers, in: session) }
    }
    var run = LaneRun(
      rest.planner ?? Planner([], title: record.start.title, in: session.context(answers)), action, answers: answers,
      in: session, start: record.start, reportWriter: reportWriter, resuming: record.stages, after: receipt)
    try run.perform()
    if let problem = rest.problem { session.console.warn(of: problem.after(.wholeRun)) }
  }

  /// Prompts for confirmation of the public entries that are left, like `run`. A skipped command is not left.
  private func confirm(
    _ record: RunRecord, _ rest: RemainingLane, done: [Plan.Entry], _ answers: TerminalAnswers, in session: Session
  ) throws {
    let status = try status(of: record, rest: rest, in: session)
    if !options.json, !options.quiet { session.console.note(RunStatusText(status).summary) }
    let consent = RunConsent(session: session, answers: answers, isGiven: action.yes)
    let numbers = Set(done.map(\.number))
    let left = status.openEntries.filter { !numbers.contains($0.number) }
    try consent.check(left)
    if left.contains(where: \.effect.isOutward), !action.yes { try consent.ask() }
  }
}

extension RunRecord {
  /// Whether a command besides those in `entries` needs a secret in its environment.
  fileprivate func needsSecrets(beyond doneEntries: [Plan.Entry]) -> Bool {
    let done = Set(doneEntries.map(\.number))
    return entries.contains { entry in
      guard case .runCommand(let run) = entry.effect, !done.contains(entry.number) else { return false }
      return !run.secrets.isEmpty
    }
  }
}

/// Why a run could not be resumed that has made something public.
private struct PartlyPublicError: ExplainedError {
  let underlying: any ExplainedError

  var failure: Failure {
    var failure = underlying.failure
    if failure.exit == .failed { failure.exit = .partlyPublic }
    return failure
  }
}

/// Why a run could not be resumed whose commits do not contain those of the remote. To rebase them would make others.
private struct BehindError: ExplainedError {
  let underlying: any ExplainedError

  var failure: Failure {
    var failure = underlying.failure
    failure.diagnostics[0].hint =
      "undo the run with `martlet undo`, get the commits with `git pull`, then run the lane again"
    return failure
  }
}

extension Failure {
  fileprivate static func noAnnouncement(on name: String, known: [String]) -> Failure {
    Failure(
      "the run has no announcement on `\(name)`" + (known.isEmpty ? "" : ", expected one of \(known.quotedList)"),
      hint: known.suggestion(for: name), exit: .usage)
  }

  /// A run that has ended cannot be resumed or undone again.
  static func endedRun(_ id: RunID, _ outcome: RunOutcome) -> Failure {
    Failure("run \(id) \(outcome.phrase)", hint: "name another run by its id; `martlet log` lists them")
  }

  /// The outcome of an outward command is unknown, and the run has no journal.
  static func unknownOutcome(of command: String) -> Failure {
    Failure(
      "whether `\(command)` finished is unknown",
      hint: "check it, then repeat this command with `--skip` if it finished, otherwise with `--repeat`",
      code: .unknownOutcome)
  }

  /// The journal contains no secrets, and the lane cannot be planned again.
  static func lostSecrets(_ id: RunID, _ problem: RemainingLaneError?) -> Failure {
    let reason = problem.map { ": \($0.underlying.firstMessage)" } ?? ""
    return Failure(
      "run \(id) needs secrets, which are not in the journal, and its lane cannot be planned again\(reason)",
      hint: "restore the project as it was when the run began, or undo the run with `martlet undo`")
  }
}

extension RunOutcome {
  fileprivate var phrase: String {
    switch self {
    case .done: "is done"
    case .undone: "has been undone"
    case .left: "was ended without undoing it"
    }
  }
}
