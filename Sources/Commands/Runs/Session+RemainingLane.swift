import ArgumentParser
import Execution
import Lanes
import MartletCore
import Steps

/// The rest of a lane after the stages in a journal.
struct RemainingLane {
  /// The planner, ready for the next stage; nil when the lane cannot be planned again.
  let planner: Planner?
  /// Why the lane cannot be planned again.
  let problem: RemainingLaneError?
}

/// The Releasefile with the steps that a run has left.
enum ReleasefileChoice: String, CaseIterable, ExpressibleByArgument {
  /// The one with which the run was planned: after the push, that of the tag.
  case recorded
  /// The one in the project now, which may have been corrected.
  case head
}

/// Why the rest of a lane is unknown.
struct RemainingLaneError: ExplainedError {
  /// What was done before the error.
  enum Progress {
    /// Nothing is public.
    case nothing
    /// An entry of the run is public.
    case publication
    /// `finish` has performed all entries of the journal, which include the last stage.
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
    Failure("the rest of the lane is unknown: \(underlying.firstMessage)", hint: hint)
  }

  private var hint: String? {
    guard progress != .wholeRun else { return nil }
    return Failure(of: underlying).diagnostics[0].hint
      ?? (progress == .publication ? "end the run with `martlet undo --keep`" : "undo the run with `martlet undo`")
  }
}

extension Session {
  /// Restores the planner of `record` as it was after the last stage in its journal.
  ///
  /// - Parameter choice: Which Releasefile has the steps that are left.
  func remainingLane(
    of record: RunRecord, by choice: ReleasefileChoice = .recorded, answers: TerminalAnswers
  ) -> RemainingLane {
    do {
      return RemainingLane(planner: try restoredPlanner(of: record, by: choice, answers: answers), problem: nil)
    } catch {
      return RemainingLane(planner: nil, problem: RemainingLaneError(error))
    }
  }

  private func restoredPlanner(
    of record: RunRecord, by choice: ReleasefileChoice, answers: TerminalAnswers
  ) throws -> Planner {
    guard let call = record.start.call else {
      // A command's only stage is in the journal.
      return Planner([], title: record.start.title, in: context(answers))
    }
    guard let stage = record.stages.last, let checkpoint = stage.planner else {
      throw Failure.unrecordedRest(record.id)
    }
    workspace.artifactsFolder = workspace.artifactsFolder ?? call.artifacts
    workspace.settledContents = record.keptArtifacts
    answers.restore(stage.answers)
    let releasefile = try choice == .head ? requiredReleasefile() : releasefile(of: call, record)
    return try Planner(
      at: checkpoint, after: record.entries.map(\.effect), title: record.start.title, laneNamed: call.lane,
      of: releasefile, in: context(answers))
  }

  /// Returns the Releasefile with which the run was planned.
  private func releasefile(of call: RunStart.Call, _ record: RunRecord) throws -> Releasefile {
    guard let bytes = call.releasefile.bytes,
      let releasefile = try Self.releasefile(SourceText(path: call.path, fileBytes: bytes), console: console)
    else { throw Failure.unrecordedRest(record.id) }
    workspace.withhold(releasefile.credentialVariables)
    return releasefile
  }

  /// Returns the state of `record`, with the entries of the stages that are still to be planned.
  ///
  /// - Parameter rest: The rest of the lane after the journal, if it is known already.
  func status(of record: RunRecord, rest: RemainingLane? = nil) throws -> RunStatus {
    try looking { try assessedStatus(of: record, rest) }
  }

  /// Returns the state of a run that another clone has worked on last.
  func status(of found: FoundRecord) throws -> RunStatus {
    // A record names servers, too, so that nothing of it is looked up.
    let assessment = RunAssessment(asRecordedIn: found.record)
    var status = RunStatus(record: found.record, assessment: assessment, publicity: assessment.recordedPublicity)
    status.found = found
    status.isHeld = found.isHeld(seenFrom: workspace)
    return status
  }

  /// Returns the state of the entries in the journal.
  private func assessment(of record: RunRecord) throws -> RunStatus {
    if record.outcome == nil, let error = record.problemOfPlace(in: workspace) { throw error }
    let assessment = RunAssessment(of: record, in: workspace)
    let publicity = record.outcome == .undone ? .nothing : assessment.publicity(of: record, in: workspace)
    return RunStatus(record: record, assessment: assessment, publicity: publicity)
  }

  private func assessedStatus(of record: RunRecord, _ known: RemainingLane?) throws -> RunStatus {
    var status = try assessment(of: record)
    let assessment = status.assessment
    if record.outcome == nil, !record.isUndoing, assessment.unrecorded == nil,
      let difference = assessment.difference(from: record, in: workspace)
    {
      status.difference = difference
      return status
    }
    guard record.outcome == nil, assessment.unrecorded == nil, record.stages.last?.isLast != true,
      record.start.call != nil
    else { return status }
    let rest = try known ?? remainingLane(of: record, answers: TerminalAnswers.recorded(in: self))
    guard var planner = rest.planner else {
      status.problem = rest.problem.map { problem in
        let words = problem.diagnostics.flatMap { [$0.message] + $0.notes.map { $0.trimmingBlanks() } }
        return words.joined(separator: ": ")
      }
      return status
    }
    planner.proceed(after: record.outcomes(ofStagesBefore: record.stages.count))
    let (later, failure) = planner.partialPlan(PresetAnswers(answers: try .recorded(in: self)))
    let planned = Set(record.entries.map(\.number))
    status.later = later.entries.filter { !planned.contains($0.number) }
    status.problem = failure.map { "later stages: \($0.firstMessage)" }
    return status
  }

  /// Reports the git locks that a killed run left behind, and that were removed.
  func report(removed locks: [String]) {
    for lock in locks { console.note("removed `\(lock)`, which the killed run left behind") }
  }

  /// Prints `report` with `--json`, and `text` without it.
  func print(_ report: some Report, as text: String) throws {
    try console.print(options.json ? report.json() : text.wrappedLines(to: console.width, deeperBy: 2))
  }
}

extension Failure {
  /// A value of the lane contains a secret, so the journal does not have it.
  static func unrecordedRest(_ id: RunID) -> Failure {
    Failure("a value that later steps of run \(id) use contains a secret, so its journal does not have it")
  }
}
