import Lanes
import MartletCore

/// Stops the lane unless a given branch is checked out.
package struct EnsureBranchStep: Step {
  package static let keyword = "ensure_branch"
  package static let foreignNames = ["ensure_git_branch"]
  package static let phase = StepPhase.always
  package static let summary = "Stops unless the given branch is checked out."
  package static let parameters = [
    Parameter<Self>.main("branch", \.branch, "The full name of the branch, not a pattern.", .required)
  ]

  package var branch: Template = ""

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    let expected = try draft.text(of: branch)
    let found = try draft.branch()
    guard found == expected else { throw Failure.wrongBranch(found: found, expected: expected) }
    return Decision()
  }
}

extension Failure {
  static func wrongBranch(found: String, expected: String) -> Failure {
    Failure(
      "branch `\(found)` is checked out, expected `\(expected)`",
      hint: "check it out with `git switch \(expected.shellWord)`")
  }
}
