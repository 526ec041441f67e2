import Lanes

/// Stops the lane when the remote has commits that are not here.
package struct EnsureUpToDateStep: Step {
  package static let keyword = "ensure_up_to_date"
  package static let summary =
    "Stops when the branch is behind the one that it follows, as of the last fetch; `push` asks the remote itself."
  package static let parameters: [Parameter<Self>] = []

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let branch = try draft.branch()
    guard let distance = try draft.workspace.distanceFromUpstream(of: branch) else {
      throw StepError.noUpstream(branch)
    }
    guard distance.behind == 0 else { throw StepError.behind(branch, distance) }
    return Decision()
  }
}
