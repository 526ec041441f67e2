import Execution
import Lanes
import MartletTextEditing
import Pipelines
import Steps

/// The restrictions for lanes in the pipeline of a pull request.
///
/// The rule protects against mistakes only: a pull request that can change the pipeline itself has all its rights.
struct PullRequestRule {
  private let pipeline: Pipeline
  private let pullRequest: Pipeline.PullRequest
  private let workspace: Workspace
  private let releasefile: SourceText?

  /// Nil outside of pull requests.
  init?(in session: Session, releasefile: Releasefile) {
    guard let pipeline = session.pipeline, let pullRequest = pipeline.pullRequest else { return nil }
    self.pipeline = pipeline
    self.pullRequest = pullRequest
    workspace = session.workspace
    self.releasefile = releasefile.source
  }

  /// - Throws: `PullRequestError` when `plan` changes the project or makes something public, and the pull request is
  ///   from a fork or an unknown repository; and when `plan` does anything with a Releasefile that the pull request may
  ///   have changed.
  func check(_ plan: Plan) throws {
    guard let entry = plan.entries.first(where: \.effect.acts) else { return }
    if pullRequest.origin != .sameRepository, let entry = plan.entries.first(where: \.effect.writes) {
      throw PullRequestError.untrustedOrigin(pullRequest.origin, step: entry.step)
    }
    if let doubt = try UntrustedReleasefile(releasefile, in: pipeline, workspace) {
      throw PullRequestError.changedReleasefile(doubt, step: entry.step)
    }
  }

  /// Checks the preview of `planner`, up to the first stage that cannot be planned yet.
  ///
  /// - Throws: the errors of the other two checks.
  func check(everythingOf planner: Planner) throws {
    var preview = planner
    do {
      try check(try preview.preview())
    } catch let failure as StepFailure {
      try check(preview.plan)
      try check(failure)
    }
  }

  /// - Throws: `PullRequestError` for a pull request from a fork or an unknown repository, because the rest of the lane
  ///   is unknown; and when the step reads a secret from a program that the pull request may have named.
  func check(_ failure: StepFailure) throws {
    if pullRequest.origin != .sameRepository {
      throw PullRequestError.untrustedOrigin(pullRequest.origin, step: failure.step)
    }
    if case UntrustedProgram.fromChangedReleasefile(_, let doubt) = failure.underlying {
      throw PullRequestError.changedReleasefile(doubt, step: failure.step)
    }
  }
}

extension Effect {
  /// Whether the effect changes the project or something public.
  fileprivate var writes: Bool {
    switch self {
    case .writeFile, .createCommit, .createTag, .pushRefs, .postMessage, .publishTree: true
    case .runCommand(let run): run.isOutward
    case .release(let effect): effect.isOnForge
    case .writeArchive, .showMessage: false
    }
  }

  /// Whether the effect does more than print a message.
  fileprivate var acts: Bool {
    switch self {
    case .writeFile, .createCommit, .createTag, .pushRefs, .runCommand, .writeArchive, .release, .postMessage,
      .publishTree:
      true
    case .showMessage: false
    }
  }
}
