import ArgumentParser
import Execution
import MartletCore

struct StatusCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "status",
    abstract: "Show the state of a run and what to do next, or list all runs.",
    usage: "martlet status [<run>] [options]",
    discussion: """
      Examples:
        martlet status                             the unfinished or the last run
        martlet status 7f3a --json                 one run, as JSON
        martlet status --all --limit 5             the last runs, newest first

      Nothing is changed. After the end of the journal, the state is read from the files, git and the remote.
      The git directory keeps the last \(RunRecord.keptCount) runs that have ended.
      """)

  @Argument(
    help: ArgumentHelp(
      "The run's id or the end of it; by default, the unfinished run, or the last one.", valueName: "run"))
  var id: String?

  @Flag(help: "List the runs of this repository, newest first.")
  var all = false

  @Option(name: .shortAndLong, help: ArgumentHelp("With --all: the maximum number of runs.", valueName: "count"))
  var limit: Int?

  @OptionGroup var transport: TransportOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("`--limit` is `\(limit)`, expected 1 or more") }
    if all, id != nil { throw ValidationError("`--all` with a run, expected one of them") }
    if !all, limit != nil { throw ValidationError("`--limit` without `--all`, expected both") }
  }

  func run() throws {
    let session = try Session(options)
    guard !all else {
      let log = try RunLog(in: session, limit: limit)
      return try session.print(log.report, as: log.text)
    }
    let workspace = session.workspace
    transport.configure(workspace)
    guard var status = try status(in: session) else {
      return try session.console.print("no runs in this clone yet")
    }
    if status.found == nil, status.record.outcome == nil { status.worker = try workspace.worker() }
    try session.print(RunStatusReport(status), as: RunStatusText(status).rendered())
  }

  private func status(in session: Session) throws -> RunStatus? {
    if let id { return try session.status(of: session.workspace.run(named: id)) }
    let last = try session.workspace.lastRun()
    do {
      if let look = try session.look(for: .finish) {
        if let run = look.run { return try session.status(of: run) }
        if case .stop(let obstacle) = look.move { throw obstacle.failure(of: look) }
      }
    } catch let error as any ExplainedError {
      // What other clones have done is unknown.
      session.console.warn(of: error)
    }
    return try last.map { try session.status(of: $0) }
  }
}
