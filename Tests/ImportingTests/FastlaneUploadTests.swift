import MartletCore
import Steps
import TestSupport
import Testing

@Suite("An upload to a service for which Martlet has no step")
struct FastlaneUploadTests {
  @Test(
    "is one command of fastlane if it needs nothing from the lane",
    arguments: [
      (
        "firebase_app_distribution(app: '1:2:ios:3', ipa_path: 'a.ipa', groups: 'Team, QA', release_notes: \"#{options[:notes]}\")",
        "shell: fastlane run firebase_app_distribution app:1:2:ios:3 ipa_path:a.ipa groups:'Team, QA' ${MARTLET_NOTES:+\"release_notes:$MARTLET_NOTES\"}"
      ),
      (
        "upload_symbols_to_crashlytics(dsym_path: 'a.dSYM.zip', api_token: ENV['CRASHLYTICS_API_TOKEN'], dsym_paths: ['b.zip', 'c.zip'])",
        "command: [fastlane, run, upload_symbols_to_crashlytics, dsym_path:a.dSYM.zip, \"dsym_paths:b.zip,c.zip\"]"
      ),
      (
        "sentry_upload_dsym(auth_token: ENV['SENTRY_AUTH_TOKEN'], org_slug: 'o', project_slug: 'p', dsym_path: 'a.zip')",
        "command: [fastlane, run, sentry_upload_dsym, org_slug:o, project_slug:p, dsym_path:a.zip]"
      ),
      (
        "appcenter_upload(api_token: ENV['APPCENTER_API_TOKEN'], app_name: 'a', owner_name: 'b', file: 'a.ipa', notify_testers: true)",
        "command: [fastlane, run, appcenter_upload, app_name:a, owner_name:b, file:a.ipa, notify_testers:true]"
      ),
    ])
  func independent(action: String, command: String) {
    #expect(
      lane(action) == """
        - ensure: clean
        - run:
            \(command)
            outward: true
        """, "\(lane(action))")
  }

  @Test(
    "is a part of the lane that fastlane runs if it reads what another action leaves, or has a secret",
    arguments: [
      "gym\nupload_symbols_to_crashlytics", "download_dsyms\nupload_symbols_to_crashlytics(dsym_path: 'a.zip')",
      "gym\nfirebase_app_distribution(app: 'a')", "firebase_app_distribution(ipa_path: 'a.ipa')",
      "changelog_from_git_commits\nfirebase_app_distribution(app: 'a', ipa_path: 'a.ipa')",
      "gym\nsentry_upload_dsym(org_slug: 'o')", "gym\nappcenter_upload(app_name: 'a', owner_name: 'b', ipa: 'a.ipa')",
      "sentry_upload_dsym(auth_token: ENV['OTHER_TOKEN'])", "gradle\nupload_to_play_store",
      "sentry_upload_dsym(dsym_paths: ['a', 'b'])",
    ])
  func dependent(text: String) {
    #expect(lane(text).contains("shell: fastlane own\n"), "\(lane(text))")
  }

  @Test("has the file of a build if the lane names it")
  func named() {
    let text =
      "gym(output_name: 'App.ipa')\nfirebase_app_distribution(app: 'a', ipa_path: 'App.ipa', release_notes: 'x y')"
    #expect(lane(text).contains("fastlane, run, firebase_app_distribution, app:a, ipa_path:App.ipa"), "\(lane(text))")
  }

  @Test(
    "brings an app to Apple with what Martlet has no step for, if the app is in the project's folder",
    arguments: [
      ("gym(scheme: 'A')\ndeliver(force: true)", "deliver, force:true"),
      (
        "gym\nupload_to_app_store(ipa: 'b/a.ipa', skip_metadata: true)",
        "upload_to_app_store, ipa:b/a.ipa, skip_metadata:true"
      ),
      ("deliver(skip_binary_upload: true, force: true)", "deliver, skip_binary_upload:true, force:true"),
      (
        "pilot(ipa: 'a.ipa', beta_app_description: 'A b', groups: ['c', 'd'])",
        "pilot, ipa:a.ipa, \"beta_app_description:A b\", \"groups:c,d\""
      ),
    ])
  func apple(text: String, words: String) {
    #expect(lane(text).contains("command: [fastlane, run, \(words)]"), "\(lane(text))")
  }

  @Test(
    "is a part of the lane that fastlane runs if the app is elsewhere, or its login comes from the lane",
    arguments: [
      "gym(output_directory: 'out')\ndeliver(force: true)",
      "app_store_connect_api_key\ndeliver(force: true, ipa: 'a.ipa')",
      "gym(archive_path: 'x')\ndeliver(force: true)", "gym\ndeliver(api_key: key, force: true)",
      "gym(output_directory: 'out')\ndeliver(force: true, skip_binary_upload: false)",
      "snapshot\ndeliver(ipa: 'a.ipa')",
    ])
  func elsewhere(text: String) {
    #expect(lane(text).contains("shell: fastlane own\n"), "\(lane(text))")
  }

  @Test("stays untranslated without fastlane")
  func plain() {
    #expect(
      steps("firebase_app_distribution(app: 'a')").contains(
        "because no step does the same: firebase_app_distribution(app: 'a')"))
  }

  /// The steps of the lane `own` with these statements, which fastlane runs as far as necessary.
  private func lane(_ text: String) -> String {
    let source = "lane :own do |options|\nensure_git_status_clean\n\(text)\nend\n"
    let file = Fastfile(SourceText(path: "Fastfile", text: source), project: .sample, delegated: ["own"])
    let lines = file.translated().lines
    let start = lines.firstIndex(of: "    steps:") ?? 0
    return lines[(start + 1)...].map { String($0.dropFirst(6)) }.joined(separator: "\n")
  }
}
