import Execution
import Lanes
import Steps
import TextEditing

/// What is left of a lane behind the stages that a journal holds.
struct LaneRest {
  /// The lane, ready to be planned from there on; nil when that is not known any more.
  let planner: Planner?
  /// Why it is not.
  let problem: LaneRestError?
}

/// Why nobody knows what comes after a stage.
struct LaneRestError: ExplainedError {
  let underlying: any Error

  var failure: Failure {
    Failure(
      "what the lane would do next is not known any more: \(underlying.firstMessage)",
      hint: "put the project back as it was then, or take the run back with `martlet undo`")
  }
}

extension Session {
  /// Plans the lane of `record` once more, in the world as it was then, up to the stages that its journal holds.
  ///
  /// The plans must come out as they are in the journal: then what follows is what would have followed.
  func rest(of record: RunRecord, answers: TerminalAnswers) -> LaneRest {
    do {
      return LaneRest(planner: try replayedPlanner(of: record, answers: answers), problem: nil)
    } catch {
      return LaneRest(planner: nil, problem: LaneRestError(underlying: error))
    }
  }

  private func replayedPlanner(of record: RunRecord, answers: TerminalAnswers) throws -> Planner {
    let past = JournalledPast(of: record, in: workspace)
    let world = world(answers, past: RewoundWorkspace(workspace, to: past))
    guard let call = record.start.call else {
      // A command's only stage is in the journal.
      return Planner([], title: record.start.title, in: world)
    }
    guard try releasefileSource().map({ ContentDigest(of: $0.fileBytes) }) == call.releasefile else {
      throw Failure.changedReleasefile(record.id)
    }
    try record.checkFilesToWrite(in: workspace)
    var planner = try Planner(
      laneNamed: call.lane, arguments: call.arguments, of: requiredReleasefile(), in: world)
    for (index, stage) in record.stages.enumerated() {
      past.rewind(toStage: index)
      answers.recall(stage.answers)
      if index > 0 { planner.proceed(after: record.result(ofStagesBefore: index)) }
      guard let plan = try planner.nextStage(), plan.entries == stage.plan.entries else {
        throw Failure.changedPlan(record.id)
      }
    }
    past.rewind(toStage: record.stages.count)
    return planner
  }

  /// Returns the state of `record`, with the entries of the stages that are still to be planned.
  ///
  /// - Parameter rest: What follows the stages of the journal, where it is known already.
  func status(of record: RunRecord, rest: LaneRest? = nil) throws -> RunStatus {
    try looking { try assessedStatus(of: record, rest) }
  }

  private func assessedStatus(of record: RunRecord, _ known: LaneRest?) throws -> RunStatus {
    let assessment = RunAssessment(of: record, in: workspace)
    guard record.outcome == nil, record.isKept, assessment.unrecorded == nil, record.stages.last?.isLast != true,
      record.start.call != nil
    else { return RunStatus(record: record, assessment: assessment) }
    let rest = try known ?? rest(of: record, answers: TerminalAnswers.recorded(in: self))
    guard var planner = rest.planner else {
      return RunStatus(record: record, assessment: assessment, problem: rest.problem?.firstMessage)
    }
    planner.proceed(after: record.result(ofStagesBefore: record.stages.count))
    let (later, failure) = planner.outlook(KnownAnswers(answers: try .recorded(in: self)))
    let planned = Set(record.entries.map(\.number))
    return RunStatus(
      record: record, assessment: assessment, later: later.entries.filter { !planned.contains($0.number) },
      problem: failure.map { "what follows: \($0.firstMessage)" })
  }

  /// Removes what the processes of a killed run left in git's way, and reports the locks.
  func removeLeftovers(of recovery: Recovery) {
    for lock in recovery.removeLeftovers() { console.note("removed `\(lock)`, which the killed run had left") }
  }

  /// Prints `report` with `--json`, `text` otherwise.
  func print(_ report: some Report, as text: String) throws {
    try console.print(options.json ? report.json() : text.wrappedLines(to: console.width, deeperBy: 2))
  }
}

extension Failure {
  /// The Releasefile is not the one that a run was begun with.
  static func changedReleasefile(_ id: RunID) -> Failure {
    Failure("the Releasefile is not the one that run \(id) was begun with", hint: "put the Releasefile back as it was")
  }

  /// The lane of a run comes out otherwise than its journal says.
  static func changedPlan(_ id: RunID) -> Failure { Failure("the lane comes out otherwise than in run \(id)") }
}
