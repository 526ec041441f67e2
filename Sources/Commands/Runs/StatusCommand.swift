import ArgumentParser
import Execution

struct StatusCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the state of a run, and what to do next.",
    usage: "martlet status [<run>] [options]",
    discussion: """
      Examples:
        martlet status                             the unfinished or the last run
        martlet status 7f3a --json                 as JSON

      Nothing is changed. After the end of the journal, the state is read from the files, git and the remote.
      """)

  @Argument(
    help: ArgumentHelp(
      "The run's id or the end of it; by default, the unfinished run, or the last one.", valueName: "run"))
  var id: String?

  @OptionGroup var transport: TransportOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func run() throws {
    let session = try Session(options)
    let workspace = session.workspace
    transport.configure(workspace)
    guard let record = try id.map(workspace.run(named:)) ?? workspace.lastRun() else {
      return try session.console.print("no runs in this clone yet")
    }
    let status = try session.status(of: record)
    try session.print(RunStatusReport(status), as: RunStatusText(status).rendered())
  }
}
