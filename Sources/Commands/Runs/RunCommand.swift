import ArgumentParser
import Execution
import Lanes

struct RunCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Run a lane of the Releasefile.",
    usage: "martlet run <lane> [name=value ...] [options]",
    discussion: """
      Examples:
        martlet run release                        show the plan, prompt, and run it
        martlet run release --yes                  the same without a prompt
        martlet run release --answer version=2.0.0 answer a prompt in advance
        martlet run release --artifacts ../built   upload files that other jobs built

      The plan is shown first. If a step fails before anything is public, the run is undone.
      """)

  @Argument(help: "The lane's name; `martlet lanes` lists them.", completion: .lane)
  var lane: String

  @Argument(
    help: ArgumentHelp("Values of the lane's parameters.", valueName: "name=value"), completion: .laneArgument)
  var arguments: [String] = []

  @OptionGroup var answer: AnswerOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
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
    transport.configure(session.workspace)
    try artifact.configure(session)
    let reportWriter = try RunReportWriter(in: session, folder: output.outputs)
    let answers = try TerminalAnswers(answer.answers, agrees: action.yes, in: session)
    let planner = try session.planner(ofLaneNamed: lane, arguments: arguments, answers: answers)
    let call = try session.call(ofLaneNamed: lane, arguments: arguments, in: planner.draft.releasefile)
    try session.perform(
      planner, action, answers: answers, start: RunStart(title: planner.title, call: call), reportWriter: reportWriter)
  }
}
