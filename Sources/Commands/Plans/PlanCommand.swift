import ArgumentParser
import Lanes

struct PlanCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Show exactly what a lane would do, without changing anything.",
    usage: "martlet plan <lane> [name=value ...] [options]",
    discussion: """
      Examples:
        martlet plan release
        martlet plan release --diff                with the changes in every file
        martlet plan release --json                as JSON

      Every `confirm` counts as confirmed, so that the whole lane is shown.
      """)

  @Argument(help: "The lane's name; `martlet lanes` lists them.", completion: .lane)
  var lane: String

  @Argument(
    help: ArgumentHelp("Values of the lane's parameters.", valueName: "name=value"), completion: .laneArgument)
  var arguments: [String] = []

  @Flag(help: "Show the changes in every file.")
  var diff = false

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var artifact: ArtifactOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    transport.configure(session.workspace)
    try artifact.configure(session)
    let reportWriter = try RunReportWriter(in: session, folder: nil)
    let answers = try TerminalAnswers(answer.answers, agrees: true, in: session)
    var planner = try session.planner(ofLaneNamed: lane, arguments: arguments, answers: answers)
    try session.workspace.checkThatNoRunHasStopped()
    try session.show(planOf: &planner, reportWriter) { text in
      diff ? text.renderedWithDiffs(folded: session.console.width == nil ? nil : fold) : text.rendered()
    }
  }
  /// The limit for diffs on a terminal; its remark names the command for a pager.
  private var fold: DiffFold {
    let answers = answer.answers.flatMap { ["--answer", $0] }
    let folder = artifact.artifacts.map { ["--artifacts", $0] } ?? []
    let words = ["martlet", "plan", lane] + arguments + answers + folder + ["--diff"]
    return DiffFold(order: words.map(\.shellWord).joined(separator: " ") + " | less")
  }
}
