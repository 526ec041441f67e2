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
    guard let look = try look(in: session) else { return }
    if case .stop(let obstacle) = look.move { throw obstacle.failure(of: look) }
    guard let run = look.run else { return try clear(look, in: session) }
    if keep, case .removedWorkTree = run.record.problemOfPlace(in: session.workspace) {
      return try undo(run.record, in: session)
    }
    try refuseUnlessPossible(run, in: session)
    let status = try session.status(of: run)
    let isPossible = !keep && (status.isUndoable || status.found != nil)
    let text = isPossible ? RunStatusText(status).undoSummary : RunStatusText(status).summary
    guard !action.dryRun else { return try session.print(RunStatusReport(status), as: text) }
    try confirm(keep ? "End it without undoing it?" : "Undo it?", below: text, in: session)
    switch run {
    case .here(let record): try undo(record, in: session)
    case .over(let record, _) where keep: try undo(record, in: session)
    case .elsewhere(let found):
      _ = try keep ? session.workspace.end(found, as: .left) : session.withdraw(found)
      session.console.note("run \(found.record.id) \(keep ? "was ended without undoing it" : "has been undone")")
    case .over(let record, let outcome): try session.settle(record, as: outcome)
    }
  }

  /// Prompts a user at a terminal who has not agreed in advance.
  private func confirm(_ question: String, below text: String, in session: Session) throws {
    guard session.respondent == .person, !action.yes else { return }
    session.console.show(text)
    let answers = try TerminalAnswers([], agrees: false, in: session)
    if try !answers.isConfirmed(question) { throw Failure.declined }
  }

  /// Ends the run of a head that cannot be read.
  private func clear(_ look: LaneLook, in session: Session) throws {
    guard let record = look.record else { return }
    if action.dryRun { return try session.console.print("the record `\(record.place.reference)` would be ended") }
    let text = "the record of the last run of the lane `\(record.place.lane)` cannot be read"
    try confirm("End the run without undoing it?", below: text, in: session)
    try session.workspace.clearHead(at: record.place, in: record.head.state)
    session.console.note("the last run of the lane `\(record.place.lane)` was ended without undoing it")
  }

  /// Throws the reason why the run cannot be undone, before anything says that it can.
  private func refuseUnlessPossible(_ run: OpenRun, in session: Session) throws {
    switch run {
    case .elsewhere(let found):
      if !keep { _ = try session.withdrawal(of: found) }
    case .here(let record) where !keep: try Recovery(of: record.id, in: session.workspace).checkUndoable()
    case .here, .over: break
    }
  }

  /// Looks at the run to undo, or prints that there is none.
  private func look(in session: Session) throws -> LaneLook? {
    let command: LaneState.Command = keep ? .end : .undo
    if let look = try reading({ try session.look(for: command, atRunNamed: id) }, in: session) { return look }
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
    let here = LaneLook(move: .undo, run: .here(record), record: nil)
    guard record.outcome == nil else { return here }
    return try reading({ try session.look(at: record, for: command, takesOver: id != nil) }, in: session) ?? here
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
      _ = try reading({ try Recovery.endSharedRecord(of: record, in: session.workspace) }, in: session)
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
