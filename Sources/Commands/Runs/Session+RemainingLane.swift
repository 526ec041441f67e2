import Execution
import Lanes
import MartletTextEditing
import Steps

/// The rest of a lane after the stages in a journal.
struct RemainingLane {
  /// The planner, ready for the next stage; nil when the lane cannot be planned again.
  let planner: Planner?
  /// Why the lane cannot be planned again.
  let problem: RemainingLaneError?
}

/// Why the rest of a lane is unknown.
struct RemainingLaneError: ExplainedError {
  /// What was done before the error.
  enum Progress {
    /// Nothing is public.
    case nothing
    /// An entry of the run is public.
    case publication
    /// `resume` has performed all entries of the journal, which include the last stage.
    case wholeRun
  }

  let underlying: any Error
  private(set) var progress = Progress.nothing

  init(_ underlying: any Error) { self.underlying = underlying }

  /// Returns this error as it is after `progress`.
  func after(_ progress: Progress) -> RemainingLaneError {
    var error = self
    error.progress = progress
    return error
  }

  var failure: Failure {
    let notes = changedFiles == nil ? [] : Failure(of: underlying).diagnostics[0].notes
    return Failure("the rest of the lane is unknown: \(underlying.firstMessage)", hint: hint, notes: notes)
  }

  /// The files that were changed during the run, by a command or by the user; nil for another cause.
  private var changedFiles: [RelativePath]? {
    ((underlying as? StepFailure)?.underlying as? UncommittedChanges)?.paths
  }

  private var hint: String? {
    guard progress != .wholeRun else { return nil }
    let restoring =
      changedFiles.map { files in
        "set them aside with `git stash push --include-untracked -- \(files.map(\.string.shellWord).joined(separator: " "))`"
      } ?? "restore the project as it was when the run began"
    let ending =
      progress == .publication ? "end the run with `martlet undo --keep`" : "undo the run with `martlet undo`"
    return "\(restoring), then run `martlet resume` again, or \(ending)"
  }
}

extension Session {
  /// Plans the lane of `record` again, in the workspace as it was then, up to the last stage in its journal.
  ///
  /// The plans must equal those in the journal. Otherwise later stages could differ from the original run.
  func remainingLane(of record: RunRecord, answers: TerminalAnswers) -> RemainingLane {
    do {
      return RemainingLane(planner: try replayedPlanner(of: record, answers: answers), problem: nil)
    } catch {
      return RemainingLane(planner: nil, problem: RemainingLaneError(error))
    }
  }

  private func replayedPlanner(of record: RunRecord, answers: TerminalAnswers) throws -> Planner {
    let history = JournalHistory(of: record, in: workspace)
    let context = context(answers, history: HistoricalWorkspace(workspace, to: history))
    guard let call = record.start.call else {
      // A command's only stage is in the journal.
      return Planner([], title: record.start.title, in: context)
    }
    guard try releasefileSource().map({ ContentDigest(of: $0.fileBytes) }) == call.releasefile else {
      throw Failure.changedReleasefile(record.id)
    }
    try record.checkFilesToWrite(in: workspace)
    workspace.artifactsFolder = call.artifacts
    var planner = try Planner(
      laneNamed: call.lane, arguments: call.arguments, of: requiredReleasefile(), in: context)
    for (index, stage) in record.stages.enumerated() {
      history.rewind(toStage: index)
      answers.restore(stage.answers)
      if index > 0 { planner.proceed(after: record.result(ofStagesBefore: index)) }
      guard let plan = try planner.nextStage(), plan.entries == stage.plan.entries else {
        throw Failure.changedPlan(record.id)
      }
    }
    history.rewind(toStage: record.stages.count)
    return planner
  }

  /// Returns the state of `record`, with the entries of the stages that are still to be planned.
  ///
  /// - Parameter rest: The rest of the lane after the journal, if it is known already.
  func status(of record: RunRecord, rest: RemainingLane? = nil) throws -> RunStatus {
    try looking { try assessedStatus(of: record, rest) }
  }

  private func assessedStatus(of record: RunRecord, _ known: RemainingLane?) throws -> RunStatus {
    let assessment = RunAssessment(of: record, in: workspace)
    if record.outcome == .done {
      var status = RunStatus(record: record, assessment: assessment)
      status.pushedCommit = try PublicTraces.commit(in: assessment, workspace)
      return status
    }
    guard record.outcome == nil, record.isKept, assessment.unrecorded == nil, record.stages.last?.isLast != true,
      record.start.call != nil
    else { return RunStatus(record: record, assessment: assessment) }
    let rest = try known ?? remainingLane(of: record, answers: TerminalAnswers.recorded(in: self))
    guard var planner = rest.planner else {
      let problem = rest.problem.map { problem in
        let words = problem.diagnostics.flatMap { [$0.message] + $0.notes.map { $0.trimmingBlanks() } }
        return words.joined(separator: ": ")
      }
      return RunStatus(record: record, assessment: assessment, problem: problem)
    }
    planner.proceed(after: record.result(ofStagesBefore: record.stages.count))
    let (later, failure) = planner.partialPlan(PresetAnswers(answers: try .recorded(in: self)))
    let planned = Set(record.entries.map(\.number))
    return RunStatus(
      record: record, assessment: assessment, later: later.entries.filter { !planned.contains($0.number) },
      problem: failure.map { "later stages: \($0.firstMessage)" })
  }

  /// Removes the git locks that the processes of a killed run left behind, and reports them.
  func removeLeftovers(of recovery: Recovery) {
    for lock in recovery.removeLeftovers() { console.note("removed `\(lock)`, which the killed run left behind") }
  }

  /// Prints `report` with `--json`, and `text` without it.
  func print(_ report: some Report, as text: String) throws {
    try console.print(options.json ? report.json() : text.wrappedLines(to: console.width, deeperBy: 2))
  }
}

extension Failure {
  /// The Releasefile has changed since the run began.
  static func changedReleasefile(_ id: RunID) -> Failure {
    Failure("the Releasefile has changed since run \(id) began", hint: "restore the Releasefile")
  }

  /// The plan of a run's lane differs from its journal.
  static func changedPlan(_ id: RunID) -> Failure { Failure("the plan of the lane differs from run \(id)") }
}
