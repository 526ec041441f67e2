import Lanes
import MartletCore

/// Brings a build to testers in TestFlight.
package struct TestFlightStep: Step {
  package static let keyword = "testflight"
  package static let foreignNames = ["upload_to_testflight", "pilot"]
  package static let summary =
    "Waits until Apple has accepted the build, and brings it to testers in TestFlight. What is there already is not written again."
  package static let parameters = [
    Parameter<Self>(
      "what_to_test", \.notes,
      "What to test: a file, a folder with `LOCALE.txt`, or a text with at least one blank."),
    Parameter<Self>("groups", \.groups, "The names of the groups of testers."),
    Parameter<Self>(
      "review", \.isReviewed, "Whether the build is submitted to beta review, if a group has external testers."),
    Parameter<Self>(
      "notify", \.notifies, "Whether Apple notifies the testers; left out, the setting of the build stays."),
    Parameter<Self>("app", \.app, "The app; left out, that of `app_store`."),
    Parameter<Self>("version", \.version, "The version of the build."),
    Parameter<Self>("build", \.build, "The build number."),
    Parameter<Self>("timeout", \.timeout, "The longest wait for Apple, in seconds."),
  ]
  package static let predecessors = ["upload_build"]

  package var notes: Template?
  package var groups: [Template] = []
  package var isReviewed = true
  package var notifies: Bool?
  package var app: Template?
  package var version: Template = "${version}"
  package var build: Template = "${build}"
  package var timeout = Seconds(5400)

  package init() {}

  package var reachesServices: Bool { true }

  package func mistakes(in releasefile: Releasefile) -> [StepProblem] {
    releasefile.appStore == nil && app == nil ? [StepProblem(.noAppStore)] : []
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let app = try draft.storeApp(app)
    let build = try StoreBuild(app, version: version, number: self.build, in: draft)
    let notes = try notes.map { try StoreNotes.texts(of: draft.text(of: $0), in: draft, limit: 4000) }
    let test = BetaTest(
      of: build, notes: notes ?? [:], groups: try groups.map(draft.text(of:)), isReviewed: isReviewed,
      notifies: notifies)
    return Decision(draft.waiting(for: build, timeout) + [.testBuild(test)])
  }
}

extension Draft {
  /// The wait for Apple, unless an earlier step has it.
  func waiting(for build: StoreBuild, _ timeout: Seconds) -> [Effect] {
    awaits(build) ? [] : [.uploadBuild(BuildUpload(.processing(limit: timeout.number), of: build, file: nil))]
  }
}
