import Lanes
import MartletCore

/// Stops the lane when the remote has commits that are not here.
package struct EnsureUpToDateStep: Step {
  package static let keyword = "up_to_date"
  package static let phase = StepPhase.always
  package static let summary =
    "Stops when the branch is behind its upstream branch as of the last fetch. `push` checks the remote itself."
  package static let parameters: [Parameter<Self>] = []

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let branch = try draft.branch()
    guard let distance = try draft.workspace.distanceFromUpstream(of: branch) else {
      throw Failure.noUpstream(branch)
    }
    guard distance.behind == 0 else { throw Failure.behind(branch, distance) }
    return Decision()
  }
}

extension Failure {
  static func noUpstream(_ branch: String) -> Failure {
    Failure(
      "branch `\(branch)` has no upstream branch, or it was never fetched",
      hint: "set one with `git branch --set-upstream-to \("origin/\(branch)".shellWord)`"
    ).permanent
  }

  static func behind(_ branch: String, _ distance: UpstreamDistance) -> Failure {
    Failure(
      "branch `\(branch)` is \(distance.behind) behind `\(distance.upstream)`",
      hint: "update it with `git pull`", code: .pushBehind
    ).permanent
  }
}
