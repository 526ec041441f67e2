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

  /// An assumption about the run of a tag, which its message does not contain.
  private struct Beginning {
    let trace: PlanTrace
    let branch: String
    let assets: ReleasedAssets
    /// The number of the run's commits up to the tag.
    var commitCount = 1
    /// The names of the run's tags at the commit of the tag.
    var tags: Set<String>

    func history(in workspace: Workspace) throws -> TaggedRunHistory {
      try TaggedRunHistory(
        of: trace, with: tags, commitCount: commitCount, on: branch, assets: assets, in: workspace)
    }
  }

  /// A lane that has been planned again.
  private struct Attempt {
    let beginning: Beginning
    var planner: Planner
    var stages: [PlannedStage] = []

    /// The tag of the run that was searched for; the first tag if the plan has none of that name.
    var tag: TagCreation? {
      if case .createTag(let tag) = stages.tag(of: beginning.trace)?.effect { tag } else { nil }
    }

    var commitCount: Int { stages.commitCount(before: beginning.trace) }

    /// Whether this is the plan of the tag.
    var isProven: Bool { tag?.plan == beginning.trace.plan && commitCount == beginning.commitCount }
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
    if let last = try lastTrace(after: commit, on: branch) {
      throw TraceError.behind(.init(tag: last.tag, commit: last.commit), head: commit, branch: branch)
    }
    throw failure ?? TraceError.noTrace(at: commit, lane: lane)
  }

  private func result(_ trace: PlanTrace, on branch: String, _ start: RunStart, agrees: Bool) throws -> Result {
    let found = try attempt(trace, on: branch)
    guard let tag = found.tag else { throw TraceError.noTag(lane: lane) }
    guard found.isProven else {
      throw TraceError.otherPlan(lane: lane, tag: trace.tag, found: tag.plan, expected: trace.plan)
    }
    let run = try RecoveredRun(start, stages: found.stages, since: found.beginning.history(in: session.workspace))
    // Plan again, but only the finished stages: later prompts must reach the user.
    let begun = found.stages.prefix(run.stageCount)
    let answers = try TerminalAnswers(answers, agrees: agrees, in: session)
    answers.restore(begun.last?.answers ?? [:])
    let again = try found.beginning.history(in: session.workspace)
    let attempt = try attempt(found.beginning, since: again, answers, stageLimit: run.stageCount)
    guard attempt.stages.map(\.plan) == begun.map(\.plan) else {
      throw TraceError.otherPlan(lane: lane, tag: trace.tag, found: attempt.tag?.plan, expected: trace.plan)
    }
    again.moveToPresent()
    return Result(trace: trace, run: run, planner: attempt.planner, answers: answers)
  }

  /// Returns the last tag of a run that has tagged a descendant of `head`, such as that of its last package; nil for none.
  fileprivate func lastTrace(after head: ObjectID, on branch: String) throws -> PlanTrace? {
    var (commit, traces) = (head, [PlanTrace]())
    while try traces.count < packageCount(), let next = try session.workspace.planTraces(after: commit).first {
      traces.append(next)
      commit = next.commit
    }
    return traces.reversed().first { (try? attempt($0, on: branch).isProven) == true }
  }

  private func packageCount() throws -> Int { max(1, try session.requiredReleasefile().packages.count) }

  /// The files of the run that its release has.
  private func releasedAssets(of trace: PlanTrace) throws -> ReleasedAssets {
    let draft = try session.planner(ofLaneNamed: lane, arguments: arguments, answers: agreeing()).draft
    return ReleasedAssets(of: trace, on: try? draft.forgeRepository(ofTag: trace.tag), in: session.workspace)
  }

  /// Plans the lane again, with every possible beginning of the run until the plan is that of the tag.
  ///
  /// Most runs make one commit before the tag, or none for a tag alone; with packages, one for each.
  private func attempt(_ trace: PlanTrace, on branch: String) throws -> Attempt {
    let first = Beginning(trace: trace, branch: branch, assets: try releasedAssets(of: trace), tags: [trace.tag])
    let found = Swift.Result { try attempt(first) }
    if let found = try? found.get(), found.isProven { return found }
    let atCommit = Set(try session.workspace.planTraces(at: trace.commit).map(\.tag))
    let commits = max(2, try packageCount(), (try? found.get().commitCount) ?? 0)
    let others = [(0, atCommit), (0, [trace.tag])] + (2...commits).map { ($0, [trace.tag]) }
    var closest = try? found.get()
    for (commitCount, tags) in others {
      var beginning = first
      (beginning.commitCount, beginning.tags) = (commitCount, tags)
      guard let found = try? attempt(beginning), found.commitCount == commitCount else { continue }
      if found.isProven { return found }
      closest = closest ?? found
    }
    do {
      return try closest ?? found.get()
    } catch {
      throw ReplanFailure(underlying: error, tag: trace.tag)
    }
  }

  private func attempt(_ beginning: Beginning) throws -> Attempt {
    try attempt(beginning, since: beginning.history(in: session.workspace), agreeing())
  }

  /// Plans the lane stage by stage; after the tag, until the first stage that cannot be planned.
  private func attempt(
    _ beginning: Beginning, since history: TaggedRunHistory, _ answers: TerminalAnswers, stageLimit: Int = .max
  ) throws -> Attempt {
    var attempt = Attempt(
      beginning: beginning,
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
    let branch = try branch(with: head)
    if let child = try workspace.planTraces(after: head).first {
      return try behind(branch.flatMap { try search.lastTrace(after: head, on: $0) } ?? child)
    }
    let context = try AssumedCheckout(branch ?? "main", in: workspace)
    var planner = try search.session.planner(
      ofLaneNamed: search.lane, arguments: search.arguments, answers: search.agreeing(),
      history: HistoricalWorkspace(workspace, to: context))
    do {
      for case .createTag(let tag) in try planner.preview().entries.map(\.effect) {
        // Without local tags, the tag format is unknown.
        for name in [tag.name, "v\(tag.name)"] {
          guard let remote = try workspace.remote(withTagNamed: name) else { continue }
          return .notFetched(tag: name, remote: remote, branch: branch)
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
