import ArgumentParser
import Execution
import Lanes
import MartletCore

struct UndoCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo a run, as long as nothing of it is public.",
    usage: "martlet undo [<run>] [options]",
    discussion: """
      Examples:
        martlet undo                               undo the last run
        martlet undo --dry-run                     show what would be undone
        martlet undo --keep                        end a run without undoing it

      Files, the index, the branch and tags are restored, but only those that have not changed since the run.
      """)

  @Argument(
    help: ArgumentHelp(
      "The run's id or the end of it; by default, the unfinished run, or the last one.", valueName: "run"))
  var id: String?

  @Flag(help: "End the run without undoing it.")
  var keep = false

  @Flag(help: "The process that has the run is not at work any more.")
  var takeOver = false

  @OptionGroup var confirmation: ConfirmationOptions
  @OptionGroup var plan: DryRunOptions
  @OptionGroup var transport: TransportOptions
  @OptionGroup var report: ReportOptions
  @OptionGroup var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  var action: ActionOptions { ActionOptions(confirmation, plan) }

  func run() throws {
    let session = try Session(options)
    transport.configure(session.workspace)
    if !action.dryRun { try session.openCredentials() }
    if id == nil, !keep, case .elsewhere(let found) = try session.openRun(ofLaneNamed: nil) {
      return try undo(found, in: session)
    }
    guard let record = try id.map(session.workspace.run(named:)) ?? session.workspace.lastRun() else {
      return try session.console.print("nothing to undo: there are no runs")
    }
    // An earlier run needs its id, so that a repeated `martlet undo` undoes nothing else.
    if id == nil, !keep, record.outcome == .undone {
      return try session.console.print(
        "nothing to undo: run \(record.id) has been undone; an earlier run needs its id, which `martlet log` lists")
    }
    if let outcome = record.outcome, outcome != .done || keep { throw Failure.endedRun(record.id, outcome) }
    if keep, case .removedWorkTree = record.problemOfPlace(in: session.workspace) {
      return try undo(record, in: session)
    }
    let status = try session.status(of: record)
    let isPossible = !keep && status.isUndoable
    let text = isPossible ? RunStatusText(status).undoSummary : RunStatusText(status).summary
    guard !action.dryRun else { return try session.print(RunStatusReport(status), as: text) }
    if session.respondent == .person, !action.yes {
      session.console.show(text)
      let question = keep ? "End it without undoing it?" : "Undo it?"
      let answers = try TerminalAnswers([], agrees: false, in: session)
      if try !answers.isConfirmed(question) { throw Failure.declined }
    }
    try undo(record, in: session)
  }

  /// Undoes a run of another clone: as long as nothing of it is public, that is its drafts and its claim.
  private func undo(_ found: FoundRecord, in session: Session) throws {
    let status = try session.status(of: found)
    guard !action.dryRun else {
      return try session.print(RunStatusReport(status), as: RunStatusText(status).undoSummary)
    }
    if session.respondent == .person, !action.yes {
      session.console.show(RunStatusText(status).undoSummary)
      let answers = try TerminalAnswers([], agrees: false, in: session)
      if try !answers.isConfirmed("Undo it?") { throw Failure.declined }
    }
    try undo(session.workspace.adopt(found, isForced: takeOver), in: session)
  }

  private func undo(_ record: RunRecord, in session: Session) throws {
    session.workspace.runsPrograms = true
    if keep {
      session.report(removed: try Recovery.leave(record.id, in: session.workspace))
    } else {
      let recovery = try Recovery(of: record.id, in: session.workspace)
      try recovery.checkUndoable()
      session.report(removed: recovery.removeLeftovers())
      let problems = try recovery.undo()
      guard problems.isEmpty else { throw Failure.notUndone(record.id, problems: problems) }
    }
    // Without its working tree, the state of a run is unknown.
    if record.problemOfPlace(in: session.workspace) != nil {
      return session.console.note("run \(record.id) was ended without undoing it")
    }
    let after = try session.workspace.run(named: record.id.string)
    let words =
      keep ? "run \(record.id) was ended without undoing it" : "run \(record.id) has been undone"
    try session.print(RunStatusReport(session.status(of: after)), as: words)
  }
}

extension Failure {
  static func notUndone(_ run: RunID, problems: [String]) -> Failure {
    Failure(
      "run \(run) was undone only in part",
      hint:
        "fix these problems, then run `martlet undo` again, or end the run and leave the rest with `martlet undo --keep`",
      notes: problems)
  }
}
