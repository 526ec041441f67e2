import ArgumentParser
import Execution
import Lanes
import Steps

struct ResumeCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Go on with a run that has stopped.",
    usage: "martlet resume [<run>] [options]",
    discussion: """
      Examples:
        martlet resume                             go on with the run that has not ended
        martlet resume --dry-run                   show what is left of it
        martlet resume --skip                      a command that may have run counts as done

      What was done is asked of the files, of git and of the remote, and is not done again. `martlet undo` takes the run
      back instead, while nothing of it is public.
      """)

  @Argument(
    help: ArgumentHelp("The run's id or the end of it; left out: the one that has not ended.", valueName: "run"))
  var id: String?

  @Flag(help: "Take a command that others may see the work of, and that may not have ended, for done.")
  var skip = false

  @Flag(help: "Run such a command again.")
  var `repeat` = false

  @OptionGroup var action: ActionOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var options: CommandOptions

  func validate() throws {
    if skip, `repeat` { throw ValidationError("`--skip` and `--repeat` exclude each other") }
  }

  func run() throws {
    let session = try Session(options)
    session.workspace.transportKind = transport.transport
    guard let record = try id.map(session.workspace.run(named:)) ?? session.workspace.unfinishedRun() else {
      return session.console.print("nothing to resume: every run has ended")
    }
    if let outcome = record.outcome { throw CommandError.endedRun(record.id, outcome) }
    guard !action.dryRun else {
      let assessment = RunAssessment(of: record, in: session.workspace)
      return try session.print(RunStatusReport(record, assessment), as: RunStatusText(record, assessment).rendered())
    }
    try resume(record, in: session)
  }

  private func resume(_ record: RunRecord, in session: Session) throws {
    let recovery = try Recovery(of: record.id, in: session.workspace)
    for lock in recovery.removedLocks { session.console.note("removed `\(lock)`, which the killed run had left") }
    let answers = try TerminalAnswers([], agrees: action.yes, in: session)
    let receipt = try recovery.receipt(commands: skip ? .skipped : `repeat` ? .repeated : .refused)
    let rest = session.rest(of: record, answers: answers)
    if rest.planner == nil, record.needsSecrets(receipt) { throw CommandError.lostSecrets(record.id) }
    // While nothing is public, a release that cannot be made whole is better taken back.
    let isLast = record.stages.last?.isLast == true
    if let problem = rest.problem, !isLast, receipt.publicEntries.isEmpty { throw problem }
    try confirm(record, receipt, answers, in: session)
    let planner =
      rest.planner ?? Planner(Releasefile(), in: session.world(answers)).start([], title: record.start.title)
    var run = LaneRun(planner, action, answers: answers, in: session, start: record.start)
    try run.resume(record.stages.last, after: receipt)
    guard let problem = rest.problem else { return }
    if isLast { return session.console.warn(of: problem) }
    throw problem
  }

  /// Asks about what is outward and left, as `run` does.
  private func confirm(
    _ record: RunRecord, _ receipt: Receipt, _ answers: TerminalAnswers, in session: Session
  ) throws {
    let assessment = RunAssessment(of: record, in: session.workspace)
    let text = RunStatusText(record, assessment).rendered()
    if !options.json, !options.quiet { session.console.note(text) }
    guard assessment.openEntries.contains(where: \.effect.isOutward), !action.yes, session.respondent == .person
    else { return }
    if try !answers.isYes("Go on?") { throw CommandError.declined }
  }
}

extension RunRecord {
  /// Whether a command that is left finds a secret in its environment.
  fileprivate func needsSecrets(_ receipt: Receipt) -> Bool {
    let done = Set(receipt.entries.map(\.number))
    return entries.contains { entry in
      guard case .runCommand(let run) = entry.effect, !done.contains(entry.number) else { return false }
      return !run.secrets.isEmpty
    }
  }
}
