import ArgumentParser
import Execution
import Lanes
import MartletCore

struct FinishCommand: ActionCommand {
  static let configuration = CommandConfiguration(
    commandName: "finish",
    abstract: "Finish a run that has stopped.",
    usage: "martlet finish [<tag>] [options]",
    discussion: """
      Examples:
        martlet finish                 finish the unfinished run
        martlet finish --dry-run       show the entries that are left
        martlet finish 1.5.0           finish the release of that tag, from any clone
        martlet finish --skip          treat the interrupted command as done
        martlet finish --releasefile head  use the corrected Releasefile

      Martlet checks the files, git, the remote and the services for what was done, and does not repeat it. A release that is \
      pushed is finished from its tag, in a separate working tree, wherever HEAD is; a process that may be at work on it stops at \
      its next step. `martlet undo` undoes a run instead, as long as nothing is public.
      """)

  @Argument(
    help: ArgumentHelp(
      "The tag of the release, or the run's id or the end of it; by default, the unfinished run.", valueName: "tag"))
  var name: String?

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
    guard let look = try session.look(for: .finish, atRunNamed: name) else { return try end(in: session) }
    if case .stop(let obstacle) = look.move, obstacle != .nothing { throw obstacle.failure(of: look) }
    let reportWriter = try RunReportWriter(in: session, folder: output.outputs)
    let runner = try LaneRunner(action, reportWriter: reportWriter, in: session)
    try Continuation(runner: runner, options: continuation).finish(look)
  }

  /// The run does not exist, or has ended.
  private func end(in session: Session) throws {
    guard let name else { return try session.console.print("nothing to finish: every run has ended") }
    let record = try session.workspace.run(named: name)
    throw record.outcome.map { Failure.endedRun(record.id, $0) } ?? Failure.isUndoing(record.id)
  }
}
