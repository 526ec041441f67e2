import Pipelines
import TextEditing

/// Why a lane does nothing in the pipeline of a pull request.
enum PullRequestError: Error, Equatable {
  /// The pull request is not known to come from this repository, and the step would change something.
  case stranger(Pipeline.PullRequest.Origin, step: String)
  /// The Releasefile is not as the branch has it that the pull request is for.
  case otherReleasefile(RelativePath, target: String, step: String)
  /// That branch has not been fetched.
  case targetNotHere(String, step: String)
  /// Nobody says which branch that is.
  case noTarget(PipelineSystem, step: String)
}

extension PullRequestError: ExplainedError {
  private static let rest = "only `plan` and `check` run here"

  var diagnostics: [Diagnostic] { [Diagnostic(message, hint: hint, notes: ["stopped before `\(step)`"])] }

  private var message: String {
    switch self {
    case .stranger(let origin, _): "pull request \(origin.phrase): \(Self.rest)"
    case .otherReleasefile(let path, let target, _):
      "`\(path)` is not as `\(target)` has it, which this pull request is for: \(Self.rest)"
    case .targetNotHere(let target, _):
      "nobody can tell whether this pull request changes the Releasefile, because `\(target)` has not been fetched: "
        + Self.rest
    case .noTarget(let system, _):
      "nobody can tell whether this pull request changes the Releasefile, because \(system.name) does not say which "
        + "branch it is for: \(Self.rest)"
    }
  }

  private var hint: String {
    switch self {
    case .stranger(.unknown, _):
      "run the lane where a branch is built; if everybody who can start this pipeline may release, set "
        + "`\(Pipeline.choiceVariable)=none`"
    case .stranger, .noTarget: "run the lane where a branch is built"
    case .otherReleasefile(_, let target, _): "merge it first, then run the lane where `\(target)` is built"
    case .targetNotHere(let target, _):
      "get it with `git fetch origin \("+refs/heads/\(target):refs/remotes/origin/\(target)".shellWord)`"
    }
  }

  private var step: String {
    switch self {
    case .stranger(_, let step), .otherReleasefile(_, _, let step), .targetNotHere(_, let step), .noTarget(_, let step):
      step
    }
  }
}
