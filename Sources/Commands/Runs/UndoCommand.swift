import ArgumentParser
import Execution
import Lanes
import MartletCore

struct UndoCommand: ActionCommand {
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

  func run() throws {
    let session = try Session(options)
    transport.configure(session.workspace)
    try session.openCredentials(for: action)
    guard let run = try run(in: session) else { return }
    if keep, case .removedWorkTree = run.record.problemOfPlace(in: session.workspace) {
      return try undo(run.record, in: session)
    }
    try refuseUnlessPossible(run, in: session)
    let status = try session.status(of: run)
    let isPossible = !keep && (status.isUndoable || status.found != nil)
    let text = isPossible ? RunStatusText(status).undoSummary : RunStatusText(status).summary
    guard !action.dryRun else { return try session.print(RunStatusReport(status), as: text) }
    if session.respondent == .person, !action.yes {
      session.console.show(text)
      let question = keep ? "End it without undoing it?" : "Undo it?"
      let answers = try TerminalAnswers([], agrees: false, in: session)
      if try !answers.isConfirmed(question) { throw Failure.declined }
    }
    switch run {
    case .here(let record): try undo(record, in: session)
    case .over(let record) where keep: try undo(record, in: session)
    case .elsewhere(let found):
      try keep ? session.workspace.remove(found) : session.withdraw(found)
      session.console.note("run \(found.record.id) \(keep ? "was ended without undoing it" : "has been undone")")
    case .over(let record): _ = try session.end(overRun: record)
    }
  }

  /// Throws the reason why the run cannot be undone, before anything says that it can.
  private func refuseUnlessPossible(_ run: OpenRun, in session: Session) throws {
    switch run {
    case .elsewhere(let found):
      try session.checkHold(of: found, takesOver: takeOver)
      if !keep { _ = try session.withdrawal(of: found) }
    case .here(let record) where !keep: try Recovery(of: record.id, in: session.workspace).checkUndoable()
    case .here, .over: break
    }
  }

  /// Returns the run to undo, or prints that there is none.
  private func run(in session: Session) throws -> OpenRun? {
    if id == nil, let open = try reading({ try session.openRun(ofLaneNamed: nil) }, in: session) { return open }
    guard let record = try id.map(session.workspace.run(named:)) ?? session.workspace.lastRun() else {
      try session.console.print("nothing to undo: there are no runs")
      return nil
    }
    // An earlier run needs its id, so that a repeated `martlet undo` undoes nothing else.
    if id == nil, !keep, record.outcome == .undone {
      try session.console.print(
        "nothing to undo: run \(record.id) has been undone; an earlier run needs its id, which `martlet status --all` lists"
      )
      return nil
    }
    if let outcome = record.outcome, outcome != .done || keep { throw Failure.endedRun(record.id, outcome) }
    guard record.outcome == nil else { return .here(record) }
    return try reading({ try session.openRun(of: record) }, in: session) ?? .here(record)
  }

  /// Returns what `work` has read from a remote. A run that is only ended needs no remote.
  private func reading<Result>(_ work: () throws -> Result?, in session: Session) throws -> Result? {
    do {
      return try work()
    } catch let error as any ExplainedError where keep {
      session.console.warn(of: error)
      return nil
    }
  }

  private func undo(_ record: RunRecord, in session: Session) throws {
    session.workspace.runsPrograms = true
    if keep {
      session.report(removed: try Recovery.leave(record.id, in: session.workspace))
      _ = try reading({ try Recovery.removeSharedRecord(of: record, in: session.workspace) }, in: session)
    } else {
      let recovery = try Recovery(of: record.id, in: session.workspace)
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
