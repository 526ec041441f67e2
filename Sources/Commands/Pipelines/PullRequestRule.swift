import Execution
import Lanes
import Pipelines
import TextEditing

/// What a lane may do in the pipeline of a pull request.
///
/// The rule holds back whoever follows it by mistake: a pull request that can change the pipeline itself can do all that
/// the pipeline may.
struct PullRequestRule {
  private let pullRequest: Pipeline.PullRequest
  private let system: PipelineSystem
  private let workspace: Workspace
  private let releasefile: SourceText?

  /// Nil outside of pull requests.
  init?(in session: Session, releasefile: Releasefile) {
    guard let pipeline = session.pipeline, let pullRequest = pipeline.pullRequest else { return nil }
    self.pullRequest = pullRequest
    system = pipeline.system
    workspace = session.workspace
    self.releasefile = releasefile.source
  }

  /// - Throws: `PullRequestError` when `plan` changes the project for others than this pipeline, and the pull request
  ///   comes from a fork, or from nobody knows where; and when it runs anything at all by a Releasefile that the pull
  ///   request may have changed.
  func check(_ plan: Plan) throws {
    guard let entry = plan.entries.first(where: \.effect.acts) else { return }
    if pullRequest.origin != .sameRepository, let entry = plan.entries.first(where: \.effect.writes) {
      throw PullRequestError.stranger(pullRequest.origin, step: entry.step)
    }
    try checkReleasefile(before: entry.step)
  }

  /// - Throws: `PullRequestError` for a stranger's pull request: nobody knows what the lane would do after this step.
  func check(_ failure: StepFailure) throws {
    if pullRequest.origin != .sameRepository {
      throw PullRequestError.stranger(pullRequest.origin, step: failure.step)
    }
  }

  private func checkReleasefile(before step: String) throws {
    guard let releasefile else { return }
    guard let target = pullRequest.target else { throw PullRequestError.noTarget(system, step: step) }
    guard let destination = try workspace.pushDestination(of: target),
      let tip = try workspace.trackedHead(of: destination)
    else { throw PullRequestError.targetNotHere(target, step: step) }
    guard try workspace.contents(of: releasefile.path, in: tip) == releasefile.fileBytes else {
      throw PullRequestError.otherReleasefile(releasefile.path, target: target, step: step)
    }
  }
}

extension Effect {
  /// Whether it changes the project, or something that others see.
  fileprivate var writes: Bool {
    switch self {
    case .writeFile, .createCommit, .createTag, .pushRefs: true
    case .runCommand(let run): run.isOutward
    case .writeArchive, .showMessage: false
    }
  }

  /// Whether it does anything but speak.
  fileprivate var acts: Bool {
    switch self {
    case .writeFile, .createCommit, .createTag, .pushRefs, .runCommand, .writeArchive: true
    case .showMessage: false
    }
  }
}
