import ArgumentParser
import Execution
import Lanes
import MartletCore

struct FinishCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish",
    abstract: "Finish a run that has stopped.",
    usage: "martlet finish [<run>] [options]",
    discussion: """
      Examples:
        martlet finish                 finish the unfinished run
        martlet finish --dry-run       show the entries that are left
        martlet finish --skip          treat the interrupted command as done
        martlet finish --sent blog     do not post on `blog` again
        martlet finish --releasefile current  use the corrected Releasefile

      Martlet checks the files, git, the remote and the services for what was done, and does not repeat it. `martlet run \
      LANE` does the same with the open run of a lane. `martlet undo` undoes a run instead, as long as nothing is public.
      """)

  @Argument(
    help: ArgumentHelp("The run's id or the end of it; by default, the unfinished run.", valueName: "run"))
  var id: String?

  @OptionGroup var continuation: ContinuationOptions
  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var artifact: ArtifactOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var output: OutputOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    transport.configure(session.workspace)
    try artifact.configure(session)
    let action = ActionOptions(confirmation, plan)
    try session.openCredentials(for: action)
    let record = try id.map(session.workspace.run(named:))
    if let record, let outcome = record.outcome { throw Failure.endedRun(record.id, outcome) }
    guard let open = try record.map(session.openRun(of:)) ?? session.openRun(ofLaneNamed: nil) else {
      return try session.console.print("nothing to finish: every run has ended")
    }
    let reportWriter = try RunReportWriter(in: session, folder: output.outputs)
    let continuation = Continuation(
      runner: try LaneRunner(action, reportWriter: reportWriter, in: session), options: continuation)
    if try !continuation.finish(open) {
      session.console.note("nothing of it is left; begin again with `martlet run`")
    }
  }
}
