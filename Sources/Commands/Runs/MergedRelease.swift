import Execution
import Git
import Lanes
import MartletCore
import Steps

/// A proposed release that was merged before the newest commits: it is released at the commit that brought it, in a separate working
/// tree.
struct MergedRelease {
  /// Runs lanes in the working tree.
  let runner: LaneRunner
  private let tree: TemporaryWorkTree

  /// - Returns: Nil if the lane releases HEAD.
  init?(ofLaneNamed lane: String, arguments: [String], for runner: LaneRunner) throws {
    let outer = runner.session
    let draft = try runner.draft(ofLaneNamed: lane)
    guard let commit = try draft.commitOfMergedRelease() else { return nil }
    let branch = try draft.branch()
    tree = try outer.workspace.workTree(at: commit)
    self.runner = try runner.moved(to: tree.path, purpose: .finish(branch: branch))
    // The files of that commit decide whether its section is a release, and not one to come.
    var planner = try self.runner.planner(ofLaneNamed: lane, arguments: arguments)
    _ = try self.runner.session.looking { try planner.preview() }
    guard !planner.hasNothingToRelease else { return nil }
    outer.console.note("a release was merged at \(commit.short), before the newest commits, so that commit is released")
  }
}

extension LaneRunner {
  fileprivate func draft(ofLaneNamed lane: String) throws -> Draft {
    Draft(of: session.context(answers), releasefile: try session.requiredReleasefile(), laneName: lane)
  }

  /// Warns above a plan of HEAD if `martlet run` would release an earlier commit.
  func warnOfMergedRelease(ofLaneNamed lane: String) throws {
    guard let commit = try draft(ofLaneNamed: lane).commitOfMergedRelease()?.short else { return }
    let plan = "git switch --detach \(commit) && martlet plan \(lane.shellWord)"
    session.console.report([
      Diagnostic(
        "a release was merged at \(commit), before the newest commits: that commit is released, not the one of this plan",
        severity: .warning, hint: "see its plan with `\(plan)`")
    ])
  }

  /// Returns a runner for the same command in another working tree of the repository.
  func moved(to path: String, purpose: PlanningPurpose) throws -> LaneRunner {
    let outer = session
    SignalWatch.begin(telling: outer.interruption)
    var options = outer.options
    options.directory = path
    var session = try Session(options, interruption: outer.interruption)
    session.purpose = purpose
    session.workspace.trust = outer.workspace.trust
    session.workspace.artifactsFolder = outer.workspace.artifactsFolder
    session.workspace.stallTimeout = outer.workspace.stallTimeout
    try session.openCredentials(for: action)
    return try LaneRunner(action, answers: answers, reportWriter: reportWriter, in: session)
  }
}
