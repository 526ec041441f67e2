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
    if let open = try openRun(of: call, in: session) {
      let continuation = Continuation(runner: runner, options: continuation)
      try check(open, against: call, in: session)
      if !open.beginsAgain { session.console.note("\(open.description) has not ended, so it is finished first") }
      if try continuation.finish(open, arguments: call.arguments) { return }
    }
    let planner = try runner.planner(ofLaneNamed: call.lane, arguments: call.arguments)
    let start = try runner.start(ofLaneNamed: call.lane, arguments: call.arguments, by: planner)
    try runner.perform(planner, start: start)
  }

  /// Checks that the run was begun with the values that this command line names: it is not begun again with others.
  private func check(_ open: OpenRun, against typed: LaneCall, in session: Session) throws {
    guard let call = open.record.start.call, !open.beginsAgain else { return }
    let secrets = try session.releasefile()?.lane(named: typed.lane)?.parameters.filter(\.isSecret).map(\.name) ?? []
    for (name, value) in try LaneArguments.values(of: typed.arguments).sorted(by: { $0.key < $1.key })
    where !secrets.contains(name) && call.arguments[name] != value {
      throw Failure.otherArgument(name, value, of: open.record.id, call)
    }
  }

  /// The run of the lane that has not ended. A plan that is only shown needs no remote.
  private func openRun(of call: LaneCall, in session: Session) throws -> OpenRun? {
    do {
      return try session.openRun(ofLaneNamed: call.lane)
    } catch let error as TransportError where plan.dryRun {
      session.console.warn(of: error)
      return nil
    }
  }
}

extension Failure {
  fileprivate static func otherArgument(
    _ name: String, _ value: String, of id: RunID, _ call: RunStart.Call
  ) -> Failure {
    let begun = call.arguments[name].map { "`\(name)=\($0)`" } ?? "no value of `\(name)`"
    return Failure(
      "run \(id) has not ended and was begun with \(begun), and this command has `\(name)=\(value)`",
      hint:
        "finish it with `martlet run \(call.lane.shellWord)`, or undo it with `martlet undo`, then run the lane again",
      code: .unfinishedRun, exit: .usage)
  }
}
