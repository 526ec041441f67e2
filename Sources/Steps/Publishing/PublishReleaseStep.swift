import Lanes
import MartletCore

/// Publishes a release on a forge: a draft with all of its files before the push, the publication after it, and a look at
/// what consumers get.
package struct PublishReleaseStep: PreparedStep {
  package static let keyword = "publish_release"
  package static let foreignNames = ["create_github_release", "release", "set_github_release"]
  package static let summary =
    "Publishes a release on the forge: before the push it makes a draft with all files, after the push it publishes the draft, and then it downloads every file and compares it."
  package static let parameters = [
    Parameter<Self>("tag", \.tag, "The tag that is released."),
    Parameter<Self>("title", \.title, "The title of the release."),
    Parameter<Self>(
      "notes", \.notes,
      "The notes in Markdown; left out, the section of the version in the changelog, otherwise a list of the changes."
    ),
    Parameter<Self>(
      "assets", \.assets,
      "Files, such as `dist/*.zip`, or the `id` of a step that makes them; left out, all that the run exports, its artifacts, and the files of `--artifacts`."
    ),
    Parameter<Self>("prerelease", \.prerelease, "Whether it is a pre-release; `auto`: if the version is one."),
    Parameter<Self>(
      "latest", \.latest,
      "Whether it becomes the latest release; `auto`: unless it is a pre-release, or a tag has a higher version."),
    Parameter<Self>(
      "edits", \.edits,
      "What happens to a title or notes that were edited by hand in the draft: they stay, are replaced, or stop the run."
    ),
    Parameter<Self>(
      "existing", \.existing,
      "What happens to a release of the tag that another job has made on GitLab: it stops the run, or is filled if it has no file."
    ),
    Parameter<Self>(
      "draft_first", \.isDraftedFirst,
      "Whether the draft is made before the push of the tag, where `undo` still deletes it. It is, unless steps between `push` and this one make files."
    ),
  ]
  package static let outputs = [
    StepOutput("release_url", "The page of the release."),
    StepOutput("asset_urls", "The address of each asset, one a line."),
    StepOutput("digests", "The SHA-256 of each asset, a line such as `DIGEST  NAME`."),
  ]

  package static let predecessors = ["tag", "push"]
  package static let preparedBefore = PushStep.keyword

  /// How a release is marked.
  enum Mark: String, ParameterChoice {
    case auto
    case yes = "true"
    case no = "false"

    /// - Parameter automatic: The value of `auto`.
    func value(_ automatic: @autoclosure () throws -> Bool) rethrows -> Bool {
      switch self {
      case .auto: try automatic()
      case .yes: true
      case .no: false
      }
    }
  }

  var tag: Template = "${tag}"
  var title: Template = "${project} ${version}"
  var notes: Template?
  /// Nil: the archives that the run exports, its artifacts, and the files of `--artifacts`.
  package var assets: [Template]?
  var prerelease = Mark.auto
  var latest = Mark.auto
  var edits = DraftEdits.keep
  var existing = ExistingRelease.stop
  var isDraftedFirst = true

  package init() {}

  package var filesRead: [Template] { assets ?? [] }

  package var reachesServices: Bool { true }

  package func preparation(_ draft: Draft) throws -> Decision? {
    guard isDraftedFirst, draft.isKnown(tag) else { return nil }
    let tag = try draft.text(of: tag)
    guard draft.createdTags.contains(where: { $0.name == tag }), draft.push(ofTag: tag) == nil,
      !draft.releaseDrafts.contains(where: { $0.release.tag == tag })
    else { return nil }
    return try preparation(in: draft).decision
  }

  package func plan(_ draft: Draft) throws -> Decision {
    if let decision = try leavingOutPackage(in: draft) { return decision }
    let tag = try draft.text(of: tag)
    if draft.publications.contains(where: { $0.draft.release.tag == tag }) { throw Failure.releaseRepeated(tag) }
    if draft.createdTags.contains(where: { $0.name == tag }), draft.push(ofTag: tag) == nil {
      throw Failure.tagNotPushed(tag)
    }
    if let opened = draft.releaseDrafts.last(where: { $0.release.tag == tag }) {
      return Decision(try publication(of: opened, draft.assets(of: opened), in: draft))
    }
    var preparation = try preparation(in: draft)
    guard !preparation.isPublished else { return preparation.decision }
    preparation.decision.effects += try publication(of: preparation.draft, preparation.artifacts, in: draft)
    return preparation.decision
  }

  /// The publication, and the comparison of what consumers get.
  private func publication(of opened: ReleaseDraft, _ assets: [Artifact], in draft: Draft) throws -> [Effect] {
    var check = try VerifyReleaseStep(of: opened.release.tag).verification(of: assets, in: draft)
    if opened.repository.kind.marksPrereleases { check.isPrerelease = opened.release.isPrerelease }
    return [
      .publishRelease(ReleasePublication(of: opened, with: assets, isAwaited: draft.stepID != nil)),
      .verifyRelease(check),
    ]
  }
}

extension Releasefile {
  /// Whether one of the lanes publishes releases on a forge. Without one, the page of a tag is all that there is.
  var publishesReleases: Bool {
    lanes.contains { steps(ofLaneNamed: $0.name).contains { $0.step is PublishReleaseStep } }
  }
}

extension Failure {
  fileprivate static func tagNotPushed(_ tag: String) -> Failure {
    Failure(
      "the tag `\(tag)` is not pushed before `publish_release`", hint: "put `push` before `publish_release`")
  }
}
