import ArgumentParser
import Lanes

struct PlanCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show exactly what a lane would do, without changing anything.",
    usage: "martlet plan [<lane>] [<version>] [name=value ...] [options]",
    discussion: """
      Examples:
        martlet plan release
        martlet plan release --diff                with the changes in every file
        martlet plan                               the only lane, or a list
        martlet plan --list --json                 all lanes, with private ones

      Every `confirm` counts as confirmed, so that the whole lane is shown.
      """)

  @Argument(help: "The lane's name; left out, the only lane.", completion: .lane)
  var lane: String?

  @Argument(
    help: ArgumentHelp("The version, and values of the lane's parameters.", valueName: "name=value"),
    completion: .laneArgument)
  var arguments: [String] = []

  @Flag(help: "Show the changes in every file.")
  var diff = false

  @Flag(help: "List the lanes instead.")
  var list = false

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var artifact: ArtifactOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    let call: LaneCall
    guard !list, let chosen = try session.chosenLane(lane, arguments, answer) else {
      return try LaneList(of: session.requiredReleasefile()).print(to: session.console, asJSON: options.json)
    }
    call = chosen
    transport.configure(session.workspace)
    try artifact.configure(session)
    let reportWriter = try RunReportWriter(in: session, folder: nil)
    let runner = try LaneRunner(
      ActionOptions(), answers: TerminalAnswers(call.answers, agrees: true, in: session),
      reportWriter: reportWriter, in: session)
    var planner = try runner.planner(ofLaneNamed: call.lane, arguments: call.arguments)
    do {
      try session.workspace.checkThatNoRunHasStopped()
    } catch {
      session.console.warn(of: error)
    }
    try runner.warnOfMergedRelease(ofLaneNamed: call.lane)
    try runner.show(planOf: &planner) { text in
      diff ? text.renderedWithDiffs(folded: session.console.width == nil ? nil : fold(of: call)) : text.rendered()
    }
  }

  /// The limit for diffs on a terminal; its remark names the command for a pager.
  private func fold(of call: LaneCall) -> DiffFold {
    let answers = call.answers.flatMap { ["--answer", $0] }
    let folder = artifact.artifacts.map { ["--artifacts", $0] } ?? []
    let words = ["martlet", "plan", call.lane] + call.arguments + answers + folder + ["--diff"]
    return DiffFold(order: words.map(\.shellWord).joined(separator: " ") + " | less")
  }
}
