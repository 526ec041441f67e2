import Lanes
import Pipelines
import TextEditing

/// Why a lane does nothing in the pipeline of a pull request.
enum PullRequestError: Error, Equatable {
  /// The pull request is not known to come from this repository, and the step would change something.
  case stranger(Pipeline.PullRequest.Origin, step: String)
  /// The pull request may have changed the Releasefile, and the step would run something.
  case doubt(ReleasefileDoubt, step: String)
}

extension PullRequestError: ExplainedError {
  var diagnostics: [Diagnostic] { [Diagnostic(message, hint: hint, notes: ["stopped before `\(step)`"])] }

  private var message: String {
    let reason =
      switch self {
      case .stranger(let origin, _): "pull request \(origin.phrase)"
      case .doubt(let doubt, _): doubt.phrase
      }
    return "\(reason): only `plan` and `check` run here"
  }

  private var hint: String {
    switch self {
    case .stranger(.unknown, _):
      "run the lane where a branch is built; if everybody who can start this pipeline may release, set "
        + "`\(Pipeline.choiceVariable)=none`"
    case .stranger: "run the lane where a branch is built"
    case .doubt(let doubt, _): doubt.hint(for: "run the lane")
    }
  }

  private var step: String {
    switch self {
    case .stranger(_, let step), .doubt(_, let step): step
    }
  }
}
