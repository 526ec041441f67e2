import ArgumentParser
import Execution
import Lanes
import TextEditing

struct UndoCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take a run back, while nothing of it is public.",
    usage: "martlet undo [<run>] [options]",
    discussion: """
      Examples:
        martlet undo                               take back the last run
        martlet undo --dry-run                     show what that would be
        martlet undo --keep                        end a run that has stopped, and leave everything as it is

      Files, the index, the branch and tags become what they were, each only if it is still as the run left it.
      """)

  @Argument(
    help: ArgumentHelp(
      "The run's id or the end of it; left out: the one that has not ended, or the last one.", valueName: "run"))
  var id: String?

  @Flag(help: "End the run and leave everything as it is.")
  var keep = false

  @OptionGroup var action: ActionOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var options: CommandOptions

  func run() throws {
    let session = try Session(options)
    transport.configure(session.workspace)
    guard let record = try id.map(session.workspace.run(named:)) ?? session.workspace.lastRun() else {
      return try session.console.print("nothing to undo: there is no run")
    }
    if record.outcome == .takenBack || record.outcome == .left { throw Failure.endedRun(record.id, .takenBack) }
    if keep, let outcome = record.outcome { throw Failure.endedRun(record.id, outcome) }
    let status = try session.status(of: record)
    let text = RunStatusText(status).rendered()
    guard !action.dryRun else { return try session.print(RunStatusReport(status), as: text) }
    if session.respondent == .person, !action.yes {
      session.console.show(text)
      let question = keep ? "Leave everything as it is?" : "Take it back?"
      let answers = try TerminalAnswers([], agrees: false, in: session)
      if try !answers.isYes(question) { throw Failure.declined }
    }
    try takeBack(record, in: session)
  }

  private func takeBack(_ record: RunRecord, in session: Session) throws {
    let recovery = try Recovery(of: record.id, in: session.workspace)
    if keep {
      session.removeLeftovers(of: recovery)
      recovery.leave()
    } else {
      try recovery.checkPrivate()
      session.removeLeftovers(of: recovery)
      let problems = try recovery.undo()
      guard problems.isEmpty else { throw Failure.notUndone(record.id, problems: problems) }
    }
    let after = try session.workspace.run(named: record.id.string)
    let words =
      keep ? "run \(record.id) has ended, and everything stays as it is" : "run \(record.id) has been taken back"
    try session.print(RunStatusReport(session.status(of: after)), as: words)
  }
}

extension Workspace {
  /// The run that has not ended; otherwise the last one that was done.
  fileprivate func lastRun() throws -> RunRecord? {
    if let unfinished = try unfinishedRun() { return unfinished }
    return try runs().first { $0.start.part == .main && $0.outcome == .done }
  }
}

extension Failure {
  static func notUndone(_ run: RunID, problems: [String]) -> Failure {
    Failure(
      "not all of run \(run) could be taken back",
      hint: "put right what is in the way, then run `martlet undo` again", notes: problems)
  }
}
