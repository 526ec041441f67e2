import Lanes
import MartletCore

/// Publishes the draft of the run; without one, creates it first.
package struct PublishReleaseStep: ReleasingStep {
  package static let keyword = "publish_release"
  package static let foreignNames = ["create_github_release", "release"]
  package static let summary =
    "Publishes the draft of the release once the remote has its tag; without `draft_release`, creates the draft first."
  package static let parameters = releaseParameters
  package static let outputs = [
    StepOutput("release_url", "The page of the release."),
    StepOutput("asset_urls", "The address of each asset, one a line."),
    StepOutput("digests", "The SHA-256 of each asset, a line such as `DIGEST  NAME`."),
  ]

  package static let predecessors = ["draft_release", "tag", "push"]

  var release = ReleaseParameters()

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    if let decision = try leavingOutPackage(in: draft) { return decision }
    let tag = try draft.text(of: release.tag)
    if draft.publications.contains(where: { $0.draft.release.tag == tag }) { throw Failure.releaseRepeated(tag) }
    if draft.createdTags.contains(where: { $0.name == tag }), draft.push(ofTag: tag) == nil {
      throw Failure.tagNotPushed(tag)
    }
    if let opened = draft.releaseDrafts.last(where: { $0.release.tag == tag }) {
      guard release.isDefault else { throw Failure.draftedAlready(tag) }
      return Decision([publication(of: opened, draft.assets(of: opened), in: draft)])
    }
    var preparation = try preparation(in: draft)
    guard !preparation.isPublished else { return preparation.decision }
    preparation.decision.effects.append(publication(of: preparation.draft, preparation.artifacts, in: draft))
    return preparation.decision
  }

  private func publication(of opened: ReleaseDraft, _ assets: [Artifact], in draft: Draft) -> Effect {
    .publishRelease(ReleasePublication(of: opened, with: assets, isAwaited: draft.stepID != nil))
  }
}

extension Releasefile {
  /// Whether one of the lanes publishes releases on a forge. Without one, the page of a tag is all that there is.
  var publishesReleases: Bool { lanes.contains { publishesReleases(inLaneNamed: $0.name) } }

  private func publishesReleases(inLaneNamed name: String) -> Bool {
    steps(ofLaneNamed: name).contains { $0.step is PublishReleaseStep }
  }
}

extension ReleaseParameters {
  /// Whether nothing is set but the tag.
  fileprivate var isDefault: Bool {
    var other = ReleaseParameters()
    other.tag = tag
    return self == other
  }
}

extension Failure {
  fileprivate static func tagNotPushed(_ tag: String) -> Failure {
    Failure(
      "the tag `\(tag)` is not pushed before `publish_release`", hint: "put `push` before `publish_release`")
  }

  fileprivate static func draftedAlready(_ tag: String) -> Failure {
    Failure(
      "`draft_release` has the title, notes and assets of `\(tag)` already, expected only `tag` on `publish_release`",
      hint: "move the parameters of `publish_release` to `draft_release`"
    ).permanent
  }
}
