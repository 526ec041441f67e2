import Foundation
import TestSupport
import Testing

/// A small app whose lanes upload it to the App Store Connect of `Tests/AppStoreServer`.
final class StoreProject {
  let project: StrangeProject
  let server: AppStoreServer

  /// The lanes of the issue.
  static let lanes = """
      beta:
        steps:
          - bump: {build: increment, above: app_store}
          - run: {command: [sh, ./build.sh]}
          - commit: "Build ${build}"
          - tag: builds/${build}
          - upload_build: build/CoolApp.ipa
          - push
          - testflight: {what_to_test: notes.txt, groups: [Team, Friends]}
      store:
        steps:
          - app_store_release: {notes: fastlane/metadata, release: after_approval, phased: true}

    """

  /// - Parameters:
  ///   - lanes: Those of the Releasefile, as lines of YAML.
  ///   - package: The options of `package.py`, in which `$BUILD` is the number.
  init(
    lanes: String = StoreProject.lanes, package: String = #"{"build": "$BUILD", "version": "2.0.0"}"#,
    platform: String = "ios"
  ) throws {
    project = try StrangeProject(manifest: "2.0.0\n")
    server = try AppStoreServer()
    try project.write(
      "Releasefile",
      """
      project: CoolApp
      manifests: [{plain: VERSION}, {xcconfig: App.xcconfig}]
      app_store: {app: com.example.CoolApp, platform: \(platform)}
      lanes:
      \(lanes)
      """)
    try project.write("App.xcconfig", "MARKETING_VERSION = 2.0.0\nCURRENT_PROJECT_VERSION = 41\n")
    try project.write("notes.txt", "Try the new map.\n")
    for locale in ["en-US", "de-DE"] {
      try project.write("fastlane/metadata/\(locale)/release_notes.txt", "What is new in \(locale).\n")
    }
    try project.write(
      "build.sh",
      """
      set -eu
      mkdir -p build
      build=$(sed -n 's/CURRENT_PROJECT_VERSION = //p' App.xcconfig)
      options=$(printf '%s' '\(package)' | sed "s/[$]BUILD/$build/")
      python3 '\(ProjectFolder.path)/Tests/AppStoreServer/package.py' build/CoolApp.ipa "$options"

      """)
    try project.write(".gitignore", "build\n")
    try project.git("add", "--all")
    try project.git("commit", "-qm", "Add the lanes")
    try project.git("push", "-q", "origin", "main")
    for (name, value) in server.environment { project.environment[name] = value }
    try server.tamper(
      #"{"add": "betaGroups", "app": "own", "name": "Team", "isInternalGroup": true, "hasAccessToAllBuilds": false}"#)
    try server.tamper(
      #"{"add": "betaGroups", "app": "own", "name": "Friends", "isInternalGroup": false, "hasAccessToAllBuilds": false}"#
    )
    try server.set(#"{"part_size": 700}"#)
  }

  /// Makes a version that is in the App Store, with these locales.
  func addLiveVersion(_ version: String = "1.4.2", locales: [String] = ["en-US", "de-DE"]) throws {
    try server.tamper(
      #"{"add": "appStoreVersions", "app": "own", "platform": "IOS", "versionString": "\#(version)", "appVersionState": "READY_FOR_DISTRIBUTION", "releaseType": "AFTER_APPROVAL", "build": null}"#
    )
    let versions = try server.table("appStoreVersions")
    let id = versions.compactMap { $0["id"] as? String }.last ?? ""
    for locale in locales {
      try server.tamper(
        #"{"add": "appStoreVersionLocalizations", "appStoreVersion": "\#(id)", "locale": "\#(locale)", "whatsNew": "Old."}"#
      )
    }
  }

  /// Makes a version that is not yet submitted, with one locale.
  func addOpenVersion(_ version: String, releaseType: String, text: String) throws {
    try server.tamper(
      #"{"add": "appStoreVersions", "app": "own", "platform": "IOS", "versionString": "\#(version)", "appVersionState": "PREPARE_FOR_SUBMISSION", "releaseType": "\#(releaseType)", "build": null}"#
    )
    let id = try server.table("appStoreVersions").last?["id"] ?? ""
    try server.tamper(
      #"{"add": "appStoreVersionLocalizations", "appStoreVersion": "\#(id)", "locale": "en-US", "whatsNew": "\#(text)"}"#
    )
  }

  /// Makes a version that has been submitted to review, with a build.
  func addSubmittedVersion(_ version: String, _ state: String) throws {
    try addBuild("41", version: version)
    let build = try server.table("builds").first?["id"] ?? ""
    try server.tamper(
      #"{"add": "appStoreVersions", "app": "own", "platform": "IOS", "versionString": "\#(version)", "appVersionState": "\#(state)", "releaseType": "MANUAL", "build": "\#(build)"}"#
    )
    guard state == "WAITING_FOR_REVIEW" else { return }
    try server.tamper(#"{"add": "reviewSubmissions", "app": "own", "platform": "IOS", "state": "\#(state)"}"#)
    let submission = try server.table("reviewSubmissions").last?["id"] ?? ""
    let id = try server.table("appStoreVersions").last { $0["versionString"] as? String == version }?["id"] ?? ""
    try server.tamper(
      #"{"add": "reviewSubmissionItems", "reviewSubmission": "\#(submission)", "appStoreVersion": "\#(id)", "state": "READY_FOR_REVIEW"}"#
    )
  }

  /// Makes a record of an upload or a build with that number.
  func addUpload(
    _ number: String, version: String = "2.0.0", state: String = "COMPLETE", platform: String = "IOS"
  ) throws {
    try server.tamper(
      #"{"add": "buildUploads", "app": "own", "cfBundleShortVersionString": "\#(version)", "cfBundleVersion": "\#(number)", "platform": "\#(platform)", "state": {"state": "\#(state)", "errors": [], "warnings": [], "infos": []}, "createdDate": "2026-01-01T00:00:00-00:00", "build": null}"#
    )
  }

  func addBuild(_ number: String, version: String, expired: Bool = false) throws {
    try server.tamper(
      #"{"add": "builds", "app": "own", "version": "\#(number)", "preReleaseVersion": "\#(version)", "platform": "IOS", "processingState": "VALID", "expired": \#(expired), "usesNonExemptEncryption": false, "buildAudienceType": "APP_STORE_ELIGIBLE"}"#
    )
  }

  /// Runs the built program. The server reads its process id for faults that kill it.
  func martlet(_ words: String...) throws -> StrangeProject.Outcome {
    try project.martlet(words, by: ["sh", "-c", "echo $$ > ../pid; exec \"$@\"", "sh"])
  }

  /// Adds a fault to the request after the first `count`; see `faults.py`.
  func add(_ fault: String, after count: Int = 0) throws {
    try server.add(fault: "{\(fault), \"skip\": \(count), \"pid_file\": \"\(project.root)/pid\"}")
  }

  /// The changes at Apple so far.
  func events() throws -> [String] { try server.events() }

  /// Continues in a new clone of the remote.
  func moveToNewClone(_ name: String = "clone") throws {
    try project.shell("cd .. && rm -rf \(name) && git clone -q origin.git \(name)")
    project.place = name
  }

  /// Whether the remote has the tag.
  func hasPublicTag(_ tag: String) throws -> Bool { try project.git("ls-remote", "--tags", "origin", tag) != "" }
}
