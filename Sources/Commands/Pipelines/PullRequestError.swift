import Lanes
import MartletTextEditing
import Pipelines

/// Why a lane is refused in the pipeline of a pull request.
enum PullRequestError: Error, Equatable {
  /// The pull request is not known to come from this repository, and the step would change something.
  case untrustedOrigin(Pipeline.PullRequest.Origin, step: String)
  /// The pull request may have changed the Releasefile, and the step would run something.
  case changedReleasefile(UntrustedReleasefile, step: String)
}

extension PullRequestError: ExplainedError {
  var failure: Failure {
    switch self {
    case .untrustedOrigin(let origin, let step):
      Failure(
        "pull request \(origin.phrase): only `plan` and `check` run here",
        hint: "run the lane in a branch build"
          + (origin == .unknown
            ? "; if every user who can start this pipeline may release, set `\(Pipeline.choiceVariable)=none`" : ""),
        notes: ["stopped before `\(step)`"], code: .pullRequest)
    case .changedReleasefile(let releasefile, let step):
      Failure(
        "\(releasefile.phrase): only `plan` and `check` run here", hint: releasefile.hint(for: "run the lane"),
        notes: ["stopped before `\(step)`"], code: .pullRequestReleasefile)
    }
  }
}
