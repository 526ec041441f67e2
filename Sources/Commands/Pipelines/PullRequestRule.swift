import Execution
import Lanes
import Pipelines
import Steps
import TextEditing

/// What a lane may do in the pipeline of a pull request.
///
/// The rule holds back whoever follows it by mistake: a pull request that can change the pipeline itself can do all that
/// the pipeline may.
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

  /// - Throws: `PullRequestError` when `plan` changes the project for others than this pipeline, and the pull request
  ///   comes from a fork, or from nobody knows where; and when it runs anything at all by a Releasefile that the pull
  ///   request may have changed.
  func check(_ plan: Plan) throws {
    guard let entry = plan.entries.first(where: \.effect.acts) else { return }
    if pullRequest.origin != .sameRepository, let entry = plan.entries.first(where: \.effect.writes) {
      throw PullRequestError.stranger(pullRequest.origin, step: entry.step)
    }
    if let doubt = try ReleasefileDoubt(releasefile, in: pipeline, workspace) {
      throw PullRequestError.doubt(doubt, step: entry.step)
    }
  }

  /// Checks all that `planner` leads to, as far as it can be known before anything is done.
  ///
  /// - Throws: as the other two do.
  func check(everythingOf planner: Planner) throws {
    var preview = planner
    do {
      try check(try preview.preview())
    } catch let failure as StepFailure {
      try check(preview.plan)
      try check(failure)
    }
  }

  /// - Throws: `PullRequestError` for a stranger's pull request, because nobody knows what the lane would do after this
  ///   step; and where the step asks a program for a secret that the pull request may have named.
  func check(_ failure: StepFailure) throws {
    if pullRequest.origin != .sameRepository {
      throw PullRequestError.stranger(pullRequest.origin, step: failure.step)
    }
    if case UntrustedProgram.fromChangedReleasefile(_, let doubt) = failure.underlying {
      throw PullRequestError.doubt(doubt, step: failure.step)
    }
  }
}

extension Effect {
  /// Whether it changes the project, or something that others see.
  fileprivate var writes: Bool {
    switch self {
    case .writeFile, .createCommit, .createTag, .pushRefs: true
    case .runCommand(let run): run.isOutward
    case .release(let effect): effect.isOnForge
    case .writeArchive, .showMessage: false
    }
  }

  /// Whether it does anything but speak.
  fileprivate var acts: Bool {
    switch self {
    case .writeFile, .createCommit, .createTag, .pushRefs, .runCommand, .writeArchive, .release: true
    case .showMessage: false
    }
  }
}
