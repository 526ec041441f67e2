import Execution
import Lanes
import Steps
import TextEditing
import Versioning

/// The search for a run whose journal is gone: by a tag that says what plan it comes from, and a lane that comes to that
/// plan when it is planned again from before the tag.
struct Retracing {
  /// The lane, from before its tag to where the run has surely come.
  struct Result {
    let trace: PlanTrace
    let run: TracedRun
    /// Ready to be planned on from there.
    let planner: Planner
    let answers: TerminalAnswers
  }

  /// A lane that has been planned again.
  private struct Attempt {
    var planner: Planner
    var stages: [PlannedStage] = []

    /// The run's first tag.
    var tag: TagCreation? {
      if case .createTag(let tag) = stages.firstTag?.effect { tag } else { nil }
    }
  }

  let session: Session
  let lane: String
  /// Values of its parameters, as `name=value`.
  let arguments: [String]
  /// As `--answer` takes them.
  let answers: [String]

  /// Finds the run that has tagged the commit which is checked out.
  ///
  /// - Parameter agrees: Whether `--yes` was given; what was asked before the tag had been agreed to.
  /// - Throws: `TraceError`, `RetracingFailure`.
  func result(agrees: Bool) throws -> Result {
    let start = try start(try session.planner(ofLaneNamed: lane, arguments: arguments, answers: agreeing()))
    let (commit, branch) = try checkedOut()
    let traces = try session.workspace.planTraces(at: commit)
    guard let first = traces.first else { throw try Absence(of: self, at: commit).error() }
    guard let branch else {
      throw TraceError.noBranch(
        .init(tag: first.tag, commit: commit), branch: try likelyBranch(with: commit))
    }
    var failure: (any Error)?
    for trace in traces {
      do {
        return try result(trace, on: branch, start, agrees: agrees)
      } catch {
        // The tag may be another lane's.
        failure = failure ?? error
      }
    }
    throw failure ?? TraceError.noTrace(at: commit, lane: lane)
  }

  private func result(_ trace: PlanTrace, on branch: String, _ start: RunStart, agrees: Bool) throws -> Result {
    let found = try attempt(trace, on: branch)
    guard let tag = found.tag else { throw TraceError.noTag(lane: lane) }
    guard tag.plan == trace.plan else {
      throw TraceError.otherPlan(lane: lane, tag: trace.tag, found: tag.plan, expected: trace.plan)
    }
    func past() throws -> TracedPast {
      try TracedPast(of: trace, commitCount: found.stages.commitCount, on: branch, in: session.workspace)
    }
    let run = try TracedRun(start, stages: found.stages, since: past())
    // Once more, and now only so far: what is asked behind that is asked in earnest.
    let begun = found.stages.prefix(run.stageCount)
    let answers = try TerminalAnswers(answers, agrees: agrees, in: session)
    answers.recall(begun.last?.answers ?? [:])
    let again = try past()
    let attempt = try attempt(since: again, answers, stageLimit: run.stageCount)
    guard attempt.stages.map(\.plan) == begun.map(\.plan) else {
      throw TraceError.otherPlan(lane: lane, tag: trace.tag, found: attempt.tag?.plan, expected: trace.plan)
    }
    again.catchUp()
    return Result(trace: trace, run: run, planner: attempt.planner, answers: answers)
  }

  /// How many commits a run has made up to its tag, its plan tells: mostly one, and none where the tag is all.
  private func attempt(_ trace: PlanTrace, on branch: String) throws -> Attempt {
    func attempt(_ count: Int) throws -> Attempt {
      try self.attempt(
        since: TracedPast(of: trace, commitCount: count, on: branch, in: session.workspace), agreeing())
    }
    do {
      let found = try attempt(1)
      let count = found.stages.commitCount
      return count == 1 ? found : try attempt(count)
    } catch {
      if let found = try? attempt(0), found.stages.commitCount == 0 { return found }
      throw RetracingFailure(underlying: error, tag: trace.tag)
    }
  }

  /// Plans the lane stage by stage; behind the tag, as far as that can be known.
  private func attempt(since past: TracedPast, _ answers: TerminalAnswers, stageLimit: Int = .max) throws -> Attempt {
    var attempt = Attempt(
      planner: try session.planner(
        ofLaneNamed: lane, arguments: arguments, answers: answers, past: RewoundWorkspace(session.workspace, to: past)))
    while attempt.stages.count < stageLimit {
      if let last = attempt.stages.last {
        past.pass(last.plan)
        attempt.planner.proceed(after: past.result)
      }
      do {
        guard let plan = try attempt.planner.nextStage() else { break }
        attempt.stages.append(
          PlannedStage(plan, isLast: attempt.planner.isFinished, answers: answers.recorded))
      } catch  where attempt.tag != nil {
        break
      }
    }
    return attempt
  }

  /// What was asked whether to go on was agreed to by then: otherwise the plan is another one.
  fileprivate func agreeing() throws -> TerminalAnswers { try TerminalAnswers(answers, agrees: true, in: session) }

  /// The branch that is meant where none is checked out; nil when nothing tells it.
  fileprivate func likelyBranch(with commit: ObjectID) throws -> String? {
    try session.pipeline?.branch ?? session.workspace.remoteBranch(with: commit)
  }

  private func checkedOut() throws -> (commit: ObjectID, branch: String?) {
    switch try session.workspace.head() {
    case .branch(let branch, let commit): return (commit, branch)
    case .detached(let commit): return (commit, nil)
    case .unborn(let branch): throw Failure.noCommit(branch: branch)
    }
  }

  private func start(_ planner: Planner) throws -> RunStart {
    let call = try session.call(ofLaneNamed: lane, arguments: arguments, in: planner.draft.releasefile)
    return RunStart(title: planner.title, call: call)
  }
}

/// Why no run is found at the commit that is checked out.
private struct Absence {
  private let retracing: Retracing
  private let head: ObjectID
  private var workspace: Workspace { retracing.session.workspace }

  init(of retracing: Retracing, at head: ObjectID) {
    self.retracing = retracing
    self.head = head
  }

  /// A CI system that does a job again checks out what the run began with: that is told from where there never was a run.
  func error() throws -> TraceError {
    if let child = try workspace.planTraces(after: head).first { return try behind(child) }
    let world = try AssumedBranch(branch(with: head) ?? "main", in: workspace)
    var planner = try retracing.session.planner(
      ofLaneNamed: retracing.lane, arguments: retracing.arguments, answers: retracing.agreeing(),
      past: RewoundWorkspace(workspace, to: world))
    do {
      for case .createTag(let tag) in try planner.preview().entries.map(\.effect) {
        // Where no tag is here, nothing says how they are spelled.
        for name in [tag.name, "v\(tag.name)"] {
          guard let remote = try workspace.remote(withTagNamed: name) else { continue }
          return .notFetched(tag: name, remote: remote, branch: try branch(with: head))
        }
      }
    } catch let failure as StepFailure {
      if let taken = failure.underlying as? TakenTag, let trace = try workspace.planTrace(named: taken.name),
        try workspace.isAncestor(head, of: trace.commit)
      {
        return try behind(trace)
      }
    }
    return .noTrace(at: head, lane: retracing.lane)
  }

  private func behind(_ trace: PlanTrace) throws -> TraceError {
    .behind(.init(tag: trace.tag, commit: trace.commit), head: head, branch: try branch(with: trace.commit))
  }

  private func branch(with commit: ObjectID) throws -> String? {
    if case .branch(let name, _) = try workspace.head() { return name }
    return try retracing.likelyBranch(with: commit)
  }
}
