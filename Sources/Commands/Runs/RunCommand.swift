import ArgumentParser
import Execution
import Git
import Lanes
import MartletCore

struct RunCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a lane of the Releasefile.",
    usage: "martlet run [<lane>] [<version>] [name=value ...] [options]",
    discussion: """
      Examples:
        martlet run release                        show the plan, prompt, and run it
        martlet run                                the same for the only lane
        martlet run release --yes                  the same without a prompt
        martlet run release minor                  with the version: minor, or 2.0.0
        martlet run release --artifacts ../built   upload files that other jobs built

      The plan is shown first. If a step fails before anything is public, the run is undone. If a run of the lane has not \
      ended, in this clone or another one, it is finished first, and no other begins.
      """)

  @Argument(help: "The lane's name; left out, the only lane.", completion: .lane)
  var lane: String?

  @Argument(
    help: ArgumentHelp("The version, and values of the lane's parameters.", valueName: "name=value"),
    completion: .laneArgument)
  var arguments: [String] = []

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var answer: AnswerOptions
  @OptionGroup var continuation: ContinuationOptions
  @OptionGroup var exit: DetailedExitOptions
  @OptionGroup var artifact: ArtifactOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  var action: ActionOptions { ActionOptions(confirmation, plan, exit) }

  func run() throws {
    let session = try Session(options)
    let call = try session.lane(lane, arguments, answer)
    transport.configure(session.workspace)
    try artifact.configure(session)
    let reportWriter = try RunReportWriter(in: session, folder: output.outputs)
    let runner = try LaneRunner(
      action, answers: TerminalAnswers(call.answers, agrees: action.yes, in: session), reportWriter: reportWriter,
      in: session)
    try session.openCredentials(for: action)
    guard let look = try beginning(of: call, by: runner) else { return }
    if action.dryRun { try runner.warnOfMergedRelease(ofLaneNamed: call.lane) }
    let merged =
      action.dryRun ? nil : try MergedRelease(ofLaneNamed: call.lane, arguments: call.arguments, for: runner)
    try withExtendedLifetime(merged) {
      let runner = merged?.runner ?? runner
      let planner = try runner.planner(ofLaneNamed: call.lane, arguments: call.arguments)
      let start = try runner.start(ofLaneNamed: call.lane, arguments: call.arguments, by: planner)
      try runner.perform(planner, start: start, claiming: look.record)
    }
  }

  /// Finishes the open run of the lane, or makes room for a new one.
  ///
  /// - Returns: What was seen of the lane when a new run could begin; nil if none begins.
  private func beginning(of call: LaneCall, by runner: LaneRunner) throws -> LaneLook? {
    let session = runner.session
    let continuation = Continuation(runner: runner, options: continuation)
    while true {
      let look = try look(at: call, in: session)
      switch (look.move, look.run) {
      case (.begin, _): return look
      case (.stop(.released), _):
        try session.console.print(look.released)
        return nil
      case (.stop(let obstacle), _): throw obstacle.failure(of: look)
      case (.settle(let outcome), let run?) where !action.dryRun: try session.settle(run.record, as: outcome)
      case (.record(let outcome), .elsewhere(let found)?):
        guard !action.dryRun else { return LaneLook(move: .begin, run: nil, record: look.record) }
        try session.workspace.end(found, as: outcome)
      case (.withdraw, .elsewhere(let found)?) where !action.dryRun:
        return LaneLook(move: .begin, run: nil, record: (found.place, try remove(found, in: session)))
      case (let move, let run):
        if move == .resume || move == .finish, let run {
          session.console.note("\(run.description) has not ended, so it is finished first")
        }
        try continuation.finish(look, arguments: call.arguments)
        return nil
      }
    }
  }

  /// Removes a run of another clone that has not pushed. What it has made public without a push stays: the next run of such a lane
  /// takes its place.
  ///
  /// - Returns: The head after it.
  private func remove(_ found: FoundRecord, in session: Session) throws -> LaneHead {
    let pushes = try session.requiredReleasefile().pushes(inLaneNamed: found.place.lane)
    do {
      let head = try session.withdraw(found)
      session.console.note(
        "removed run \(found.record.id), which had made nothing public: \(found.record.holder.description)")
      return head
    } catch let failure as Failure where failure.code == .anotherRun && !pushes {
      let head = try session.workspace.end(found, as: .left)
      session.console.report([
        Diagnostic(
          "run \(found.record.id) was not finished, and this one takes its place: \(failure.firstMessage)",
          severity: .warning)
      ])
      return head
    }
  }

  /// Looks at the lane. A plan that is only shown needs no remote.
  private func look(at call: LaneCall, in session: Session) throws -> LaneLook {
    do {
      return try session.look(at: call)
    } catch let error as TransportError where plan.dryRun {
      session.console.warn(of: error)
      return LaneLook(move: .begin, run: nil, record: nil)
    }
  }
}
