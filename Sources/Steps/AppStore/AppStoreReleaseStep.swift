import Lanes
import MartletCore

/// Brings a version to the App Store.
package struct AppStoreReleaseStep: Step {
  package static let keyword = "app_store_release"
  package static let foreignNames = ["deliver", "upload_to_app_store", "appstore"]
  package static let summary =
    "Brings the version to the App Store: finds or creates it, writes What's New, chooses the build, and submits it to review; or changes a submitted version with `phase`."
  package static let parameters = [
    Parameter<Self>(
      "notes", \.notes,
      "What's New: a file, a folder with `LOCALE/release_notes.txt` such as `fastlane/metadata`, or a text with at least one blank."
    ),
    Parameter<Self>(
      "release", \.release,
      "When users get the version: `manual`, `after_approval`, a time such as `2026-12-24T08:00:00Z`, or `unchanged`."
    ),
    Parameter<Self>("phased", \.isPhased, "Whether users get it over seven days, by automatic updates."),
    Parameter<Self>("submit", \.isSubmitted, "Whether the version is submitted to review."),
    Parameter<Self>(
      "phase", \.phase,
      "Instead of all this, a change of an approved version: `release` it, `pause` or `resume` its phased release, or `complete` that for all users. `cancel` prompts, and ends a review."
    ),
    Parameter<Self>("app", \.app, "The app; left out, that of `app_store`."),
    Parameter<Self>("version", \.version, "The version."),
    Parameter<Self>("build", \.build, "The build number."),
    Parameter<Self>("timeout", \.timeout, "The longest wait for Apple to process the build, in seconds."),
  ]
  package static let predecessors = ["upload_build", "testflight"]

  package var notes: Template?
  package var release: Template = "manual"
  package var isPhased = false
  package var isSubmitted = true
  package var phase: StoreRelease.Phase?
  package var app: Template?
  package var version: Template = "${version}"
  package var build: Template = "${build}"
  package var timeout = Seconds(5400)
  /// Whether the question of `cancel` was answered with yes.
  private var isAgreed = false

  package init() {}

  package var reachesServices: Bool { true }

  /// The end of a review has its own question: the version loses its place in Apple's queue.
  package var flow: (any FlowStep)? {
    guard phase == .cancel, !isAgreed else { return nil }
    var step = self
    step.isAgreed = true
    var question = ConfirmStep()
    question.text = "Cancel the review at Apple? A version that is submitted again waits again."
    question.steps = [StepDeclaration(step)]
    return question
  }

  package func mistakes(in releasefile: Releasefile) -> [StepProblem] {
    releasefile.appStore == nil && app == nil ? [StepProblem(.noAppStore)] : []
  }

  package func mistakes(id: String?) -> [StepProblem] {
    phase != nil && (notes != nil || isPhased) ? [StepProblem(.phaseWithNotes)] : []
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let app = try draft.storeApp(app)
    let build = try StoreBuild(app, version: version, number: self.build, in: draft)
    if let phase { return Decision([.releaseVersion(StoreRelease(build, .phase(phase)))]) }
    let notes = try notes.map { try StoreNotes.texts(of: draft.text(of: $0), in: draft, limit: 4000) } ?? [:]
    let goal = StoreRelease.Goal.submission(
      notes: notes, try timing(in: draft), isPhased: isPhased, isSubmitted: isSubmitted)
    return Decision(draft.waiting(for: build, timeout) + [.releaseVersion(StoreRelease(build, goal))])
  }

  private func timing(in draft: Draft) throws -> StoreRelease.Timing {
    switch try draft.text(of: release) {
    case "manual": return .manual
    case "after_approval": return .afterApproval
    case "unchanged": return .unchanged
    case let text:
      guard text.contains("T") || text.contains("t"), let date = Instant(text) else {
        throw Failure.badReleaseTime(text)
      }
      return .date(date.description)
    }
  }
}

extension StoreRelease.Phase: ParameterChoice {}

extension Failure {
  fileprivate static let phaseWithNotes = Failure(
    "`phase` changes a submitted version, so it takes neither `notes` nor `phased`")

  fileprivate static func badReleaseTime(_ text: String) -> Failure {
    Failure(
      "`release` is `\(text)`, expected `manual`, `after_approval`, `unchanged` or a time such as `2026-12-24T08:00:00Z`",
      exit: .badReleasefile)
  }
}
