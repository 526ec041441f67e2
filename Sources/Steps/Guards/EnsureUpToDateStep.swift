import Lanes
import MartletCore

/// Stops the lane when the remote has commits that are not here.
package struct EnsureUpToDateStep: CheckStep {
  package static let keyword = "up_to_date"
  package static let phase = StepPhase.always
  package static let summary =
    "Stops when the branch is behind its upstream branch, if it has one, as of the last fetch. `push` checks the remote itself."
  package static let parameters: [Parameter<Self>] = []

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    guard case .branch(let branch, _) = try draft.head(),
      let distance = try draft.workspace.distanceFromUpstream(of: branch)
    else { return Decision() }
    guard distance.behind == 0 else { throw Failure.behind(branch, distance) }
    return Decision()
  }
}

extension Failure {
  static func behind(_ branch: String, _ distance: UpstreamDistance) -> Failure {
    Failure(
      "branch `\(branch)` is \(distance.behind) behind `\(distance.upstream)`",
      hint: "update it with `git pull`", code: .pushBehind, exit: .conflict
    ).permanent
  }
}
