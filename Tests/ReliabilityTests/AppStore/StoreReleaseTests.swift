import TestSupport
import Testing

@Suite("Versions in the App Store", .enabled(if: AppStoreServer.obstacle == nil, "\(AppStoreServer.obstacle ?? "")"))
struct StoreReleaseTests {
  /// A project with a build of the current version at Apple.
  private func store(_ step: String, locales: [String] = ["en-US", "de-DE"]) throws -> StoreProject {
    let store = try StoreProject(lanes: "  store:\n    steps: [app_store_release: \(step)]\n")
    try store.addBuild("41", version: "2.0.0")
    try store.addLiveVersion(locales: locales)
    return store
  }

  private let notes = "{notes: fastlane/metadata}"

  @Test("notes that a locale lacks are found before anything is written")
  func missingNotes() throws {
    let store = try store(notes, locales: ["en-US", "de-DE", "fr-FR", "it"])
    let outcome = try store.martlet("run", "store", "--yes")
    #expect(outcome.status == 5, "\(outcome.errors)")
    #expect(
      outcome.errors.contains("version `2.0.0` has no text \"What's New\" for `fr-FR`, `it`"), "\(outcome.errors)")
    #expect(try store.events() == [])
    try store.project.write("fastlane/metadata/default/release_notes.txt", "For all others.\n")
    #expect(try store.martlet("run", "store", "--yes").status == 0)
    let texts = try store.server.table("appStoreVersionLocalizations").compactMap { $0["whatsNew"] as? String }
    #expect(texts.count { $0 == "For all others." } == 2)
  }

  @Test(
    "another open version is never renamed, and another submission never touched",
    arguments: [
      (
        #"{"add": "appStoreVersions", "app": "own", "platform": "IOS", "versionString": "1.9", "appVersionState": "PREPARE_FOR_SUBMISSION", "releaseType": "MANUAL", "build": null}"#,
        "version `1.9` is open at App Store Connect (PREPARE_FOR_SUBMISSION), so there is no place for `2.0.0`"
      ),
      (
        #"{"add": "reviewSubmissions", "app": "own", "platform": "IOS", "state": "UNRESOLVED_ISSUES"}"#,
        "is open (UNRESOLVED_ISSUES, 0 items), and Apple takes one for a platform at a time"
      ),
    ])
  func foreign(action: String, message: String) throws {
    let store = try store(notes)
    try store.server.tamper(action)
    let outcome = try store.martlet("run", "store", "--yes")
    #expect(outcome.status == 5, "\(outcome.errors)")
    #expect(outcome.errors.contains(message), "\(outcome.errors)")
    #expect(try store.events() == [])
  }

  @Test("a draft of another platform is neither used nor in the way")
  func platforms() throws {
    let store = try store(notes)
    try store.server.tamper(
      #"{"add": "appStoreVersions", "app": "own", "platform": "MAC_OS", "versionString": "2.0.0", "appVersionState": "PREPARE_FOR_SUBMISSION", "releaseType": "MANUAL", "build": null}"#
    )
    #expect(try store.martlet("run", "store", "--yes").status == 0)
    let versions = try store.server.table("appStoreVersions").filter { $0["versionString"] as? String == "2.0.0" }
    #expect(
      versions.compactMap { $0["appVersionState"] as? String }.sorted() == [
        "PREPARE_FOR_SUBMISSION", "WAITING_FOR_REVIEW",
      ])
  }

  @Test("a release by hand, and a phased release, pause and complete by their lanes")
  func phases() throws {
    let store = try StoreProject(
      lanes: """
          store: {steps: [app_store_release: {notes: fastlane/metadata, release: manual, phased: true}]}
          release: {steps: [app_store_release: {phase: release}]}
          pause: {steps: [app_store_release: {phase: pause}]}
          complete: {steps: [app_store_release: {phase: complete}]}

        """)
    try store.addBuild("41", version: "2.0.0")
    try store.addLiveVersion()
    #expect(try store.martlet("run", "store", "--yes").status == 0)
    let early = try store.martlet("run", "release", "--yes")
    #expect(early.status == 5)
    #expect(
      early.errors.contains("version `2.0.0` is WAITING_FOR_REVIEW, expected PENDING_DEVELOPER_RELEASE"),
      "\(early.errors)")
    try store.server.tamper(#"{"approve": true}"#)
    for lane in ["release", "release", "pause", "complete", "complete"] {
      let outcome = try store.martlet("run", lane, "--yes")
      #expect(outcome.status == 0, "\(lane): \(outcome.errors)")
    }
    #expect(try store.events().suffix(3) == ["released 2.0.0", "phase PAUSED", "phase COMPLETE"])
  }

  @Test("with `unchanged`, the release, the phases and the texts stay as they are set")
  func unchanged() throws {
    let store = try store("{release: unchanged}")
    try store.addOpenVersion("2.0.0", releaseType: "AFTER_APPROVAL", text: "By hand.")
    let outcome = try store.martlet("run", "store", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let version = try store.server.table("appStoreVersions").last { $0["versionString"] as? String == "2.0.0" }
    #expect(version?["releaseType"] as? String == "AFTER_APPROVAL")
    #expect(version?["appVersionState"] as? String == "WAITING_FOR_REVIEW")
    #expect(
      try store.server.table("appStoreVersionLocalizations").compactMap { $0["whatsNew"] as? String }.sorted()
        == ["By hand.", "Old.", "Old."])
  }

  @Test("a step may name another app than the one of the Releasefile")
  func otherApp() throws {
    let lane = """
        beta:
          steps:
            - bump: {build: increment, above: app_store, app: "${env.APP}"}
            - run: {command: [sh, ./build.sh]}
            - commit: "Build ${build}"
            - upload_build: {file: build/CoolApp.ipa, app: "${env.APP}"}

      """
    let store = try StoreProject(
      lanes: lane, package: #"{"build": "$BUILD", "version": "2.0.0", "id": "com.example.CoolApp.beta"}"#)
    // A number of the other app.
    try store.addUpload("60")
    let unset = try store.martlet("run", "beta", "--yes")
    #expect(unset.errors.contains("APP"), "\(unset.errors)")
    #expect(unset.status != 0)
    store.project.environment["APP"] = "com.example.CoolApp.beta"
    let outcome = try store.martlet("run", "beta", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let uploads = try store.server.table("buildUploads")
    #expect(uploads.compactMap { $0["cfBundleVersion"] as? String } == ["60", "42"])
    #expect(uploads.count == 2 && uploads[0]["app"] as? String != uploads[1]["app"] as? String)
  }

  @Test("a review is cancelled only after a question of its own, and only that of the own version")
  func cancellation() throws {
    let store = try StoreProject(lanes: "  cancel: {steps: [app_store_release: {phase: cancel}]}\n")
    try store.addLiveVersion()
    try store.addSubmittedVersion("2.0.0", "WAITING_FOR_REVIEW")
    let unanswered = try store.martlet("run", "cancel")
    #expect(unanswered.status == 64)
    #expect(
      unanswered.errors.contains("Cancel the review at Apple? A version that is submitted again waits again."),
      "\(unanswered.errors)")
    #expect(try store.events() == [])
    for _ in 0..<2 {
      let outcome = try store.martlet("run", "cancel", "--yes")
      #expect(outcome.status == 0, "\(outcome.errors)")
      #expect(try store.events() == ["cancelled 2.0.0"])
    }
    try store.server.tamper(#"{"add": "reviewSubmissions", "app": "own", "platform": "IOS", "state": "IN_REVIEW"}"#)
    let foreign = try store.martlet("run", "cancel", "--yes")
    #expect(foreign.status == 5, "\(foreign.errors)")
    #expect(
      foreign.errors.contains("is open (IN_REVIEW, 0 items), and Apple takes one for a platform at a time"),
      "\(foreign.errors)")
    #expect(try store.events() == ["cancelled 2.0.0"])
  }

  @Test("a version that is not in review has nothing to cancel")
  func nothingToCancel() throws {
    let store = try StoreProject(lanes: "  cancel: {steps: [app_store_release: {phase: cancel}]}\n")
    try store.addSubmittedVersion("2.0.0", "PENDING_DEVELOPER_RELEASE")
    let outcome = try store.martlet("run", "cancel", "--yes")
    #expect(outcome.status == 5, "\(outcome.errors)")
    #expect(
      outcome.errors.contains(
        "version `2.0.0` is PENDING_DEVELOPER_RELEASE, so it has no review that can be cancelled"), "\(outcome.errors)")
    #expect(try store.events() == [])
  }
}
