import Execution
import Lanes
import MartletTextEditing
import MartletVersioning
import Steps

/// The search for a run whose journal is missing. The run's tag contains the digest of its plan; the run is found when
/// the lane, planned again from the commit before the tag, has a plan with the same digest.
struct LostRunSearch {
  /// The recovered run, up to the last stage that is known to be done.
  struct Result {
    let trace: PlanTrace
    let run: RecoveredRun
    /// The planner, ready for the next stage.
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
  /// The values of the lane's parameters, as `name=value`.
  let arguments: [String]
  /// The values of `--answer`.
  let answers: [String]

  /// Finds the run that tagged the checked-out commit.
  ///
  /// - Parameter agrees: Whether `--yes` was given. Confirmations before the tag count as confirmed.
  /// - Throws: `TraceError`, `ReplanFailure`.
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
        // The tag may belong to another lane.
        failure = failure ?? error
      }
    }
    throw failure ?? TraceError.noTrace(at: commit, lane: lane)
  }

  private func result(_ trace: PlanTrace, on branch: String, _ start: RunStart, agrees: Bool) throws -> Result {
    let assets = try releasedAssets(of: trace)
    let found = try attempt(trace, on: branch, assets)
    guard let tag = found.tag else { throw TraceError.noTag(lane: lane) }
    guard tag.plan == trace.plan else {
      throw TraceError.otherPlan(lane: lane, tag: trace.tag, found: tag.plan, expected: trace.plan)
    }
    func history() throws -> TaggedRunHistory {
      try TaggedRunHistory(
        of: trace, commitCount: found.stages.commitCount, on: branch, assets: assets, in: session.workspace)
    }
    let run = try RecoveredRun(start, stages: found.stages, since: history())
    // Plan again, but only the finished stages: later prompts must reach the user.
    let begun = found.stages.prefix(run.stageCount)
    let answers = try TerminalAnswers(answers, agrees: agrees, in: session)
    answers.restore(begun.last?.answers ?? [:])
    let again = try history()
    let attempt = try attempt(since: again, answers, stageLimit: run.stageCount)
    guard attempt.stages.map(\.plan) == begun.map(\.plan) else {
      throw TraceError.otherPlan(lane: lane, tag: trace.tag, found: attempt.tag?.plan, expected: trace.plan)
    }
    again.moveToPresent()
    return Result(trace: trace, run: run, planner: attempt.planner, answers: answers)
  }

  /// The files of the run that its release has.
  private func releasedAssets(of trace: PlanTrace) throws -> ReleasedAssets {
    let draft = try session.planner(ofLaneNamed: lane, arguments: arguments, answers: agreeing()).draft
    return ReleasedAssets(of: trace, on: try? draft.forgeRepository(ofTag: trace.tag), in: session.workspace)
  }

  /// Plans the lane again. The number of commits before the tag is unknown until then: mostly one, or none for a tag
  /// alone.
  private func attempt(_ trace: PlanTrace, on branch: String, _ assets: ReleasedAssets) throws -> Attempt {
    func attempt(_ count: Int) throws -> Attempt {
      try self.attempt(
        since: TaggedRunHistory(of: trace, commitCount: count, on: branch, assets: assets, in: session.workspace),
        agreeing())
    }
    do {
      let found = try attempt(1)
      let count = found.stages.commitCount
      return count == 1 ? found : try attempt(count)
    } catch {
      if let found = try? attempt(0), found.stages.commitCount == 0 { return found }
      throw ReplanFailure(underlying: error, tag: trace.tag)
    }
  }

  /// Plans the lane stage by stage; after the tag, until the first stage that cannot be planned.
  private func attempt(
    since history: TaggedRunHistory, _ answers: TerminalAnswers, stageLimit: Int = .max
  ) throws -> Attempt {
    var attempt = Attempt(
      planner: try session.planner(
        ofLaneNamed: lane, arguments: arguments, answers: answers,
        history: HistoricalWorkspace(session.workspace, to: history)))
    // With more names, the plan may reach further steps.
    while history.noteNames(writtenBy: attempt.planner.partialPlan(PresetAnswers(answers: answers)).plan) {}
    while attempt.stages.count < stageLimit {
      do {
        if let last = attempt.stages.last {
          try history.pass(last.plan)
          attempt.planner.proceed(after: history.result)
        }
        guard let plan = try attempt.planner.nextStage() else { break }
        attempt.stages.append(
          PlannedStage(plan, isLast: attempt.planner.isFinished, answers: answers.recorded))
      } catch  where attempt.tag != nil {
        break
      }
    }
    return attempt
  }

  /// Returns the answers, with all confirmations accepted: the run could not have reached its tag without them.
  fileprivate func agreeing() throws -> TerminalAnswers { try TerminalAnswers(answers, agrees: true, in: session) }

  /// Returns the likely branch when HEAD is detached; nil when it is unknown.
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

/// The reason why there is no run at the checked-out commit.
private struct Absence {
  private let search: LostRunSearch
  private let head: ObjectID
  private var workspace: Workspace { search.session.workspace }

  init(of search: LostRunSearch, at head: ObjectID) {
    self.search = search
    self.head = head
  }

  /// Returns the reason. A CI system that repeats a job checks out the commit before the release, which has no tag.
  func error() throws -> TraceError {
    if let child = try workspace.planTraces(after: head).first { return try behind(child) }
    let context = try AssumedCheckout(branch(with: head) ?? "main", in: workspace)
    var planner = try search.session.planner(
      ofLaneNamed: search.lane, arguments: search.arguments, answers: search.agreeing(),
      history: HistoricalWorkspace(workspace, to: context))
    do {
      for case .createTag(let tag) in try planner.preview().entries.map(\.effect) {
        // Without local tags, the tag format is unknown.
        for name in [tag.name, "v\(tag.name)"] {
          guard let remote = try workspace.remote(withTagNamed: name) else { continue }
          return .notFetched(tag: name, remote: remote, branch: try branch(with: head))
        }
      }
    } catch let failure as StepFailure {
      if let taken = failure.underlying as? TagConflict, let trace = try workspace.planTrace(named: taken.name),
        try workspace.isAncestor(head, of: trace.commit)
      {
        return try behind(trace)
      }
    }
    return .noTrace(at: head, lane: search.lane)
  }

  private func behind(_ trace: PlanTrace) throws -> TraceError {
    .behind(.init(tag: trace.tag, commit: trace.commit), head: head, branch: try branch(with: trace.commit))
  }

  private func branch(with commit: ObjectID) throws -> String? {
    if case .branch(let name, _) = try workspace.head() { return name }
    return try search.likelyBranch(with: commit)
  }
}
