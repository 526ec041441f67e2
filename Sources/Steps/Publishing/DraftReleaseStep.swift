import Lanes
import MartletCore

/// Creates a draft of a release on the forge, and uploads its assets.
package struct DraftReleaseStep: ReleasingStep {
  package static let keyword = "draft_release"
  package static let foreignNames = ["set_github_release"]
  package static let summary =
    "Creates a draft of the release on the forge and uploads its assets; only writers of the repository can see it."
  package static let parameters = releaseParameters
  package static let outputs = [
    StepOutput("digests", "The SHA-256 of each asset, a line such as `DIGEST  NAME`.")
  ]

  package static let predecessors = ["tag"]

  var release = ReleaseParameters()

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    if let done = draft.publications.last { throw Failure.draftAfterPublishing(done.draft.release.tag) }
    return try leavingOutPackage(in: draft) ?? preparation(in: draft).decision
  }
}

extension Failure {
  fileprivate static func draftAfterPublishing(_ tag: String) -> Failure {
    Failure(
      "`publish_release` has published `\(tag)` before `draft_release`",
      hint: "put `draft_release` before `publish_release`"
    ).permanent
  }
}
