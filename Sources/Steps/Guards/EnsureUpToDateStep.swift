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
    guard case .branch(let branch, let head) = try draft.head(),
      let upstream = try draft.workspace.pushDestination(of: branch),
      let tracked = try draft.trackedHead(of: upstream)
    else { return Decision() }
    let count = try draft.workspace.countOfCommits(reachableFrom: tracked, notFrom: head)
    guard count == 0 else { throw Failure.behind(branch, upstream, by: count) }
    return Decision()
  }
}

extension Failure {
  static func behind(_ branch: String, _ upstream: PushDestination, by count: Int) -> Failure {
    Failure(
      "branch `\(branch)` is \(count) behind `\(upstream.trackedName)`",
      hint: "update it with `git pull`", code: .pushBehind, exit: .conflict
    ).permanent
  }
}
