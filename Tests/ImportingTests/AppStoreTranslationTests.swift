import MartletCore
import Steps
import TestSupport
import Testing

@Suite("Actions of a Fastfile for App Store Connect")
struct AppStoreTranslationTests {
  private var project: FastlaneProject {
    var project = FastlaneProject.sample
    project.bundleID = "com.example.CoolApp"
    return project
  }

  @Test(
    "become steps where every option has an equal",
    arguments: [
      (
        "pilot(ipa: 'build/App.ipa', api_key_path: 'key.json', skip_waiting_for_build_processing: true)",
        "- upload_build: build/App.ipa"
      ),
      (
        "upload_to_testflight(ipa: 'build/App.ipa', app_identifier: 'com.example.CoolApp')",
        """
        - upload_build:
              file: build/App.ipa
              wait: processed
        """
      ),
      (
        "pilot(distribute_only: true, changelog: 'Try the map.', groups: ['Team', 'Friends'], distribute_external: true, notify_external_testers: true)",
        """
        - testflight:
              what_to_test: Try the map.
              groups: [Team, Friends]
              notify: true
        """
      ),
      (
        "deliver(ipa: 'App.ipa', skip_screenshots: true, skip_metadata: true, submit_for_review: true, automatic_release: true, phased_release: true, force: true)",
        """
        - upload_build: App.ipa
          - app_store_release:
              release: after_approval
              phased: true
        """
      ),
      (
        "increment_build_number(build_number: latest_testflight_build_number + 1)",
        """
        - bump:
              build: increment
              above: app_store
        """
      ),
      (
        "increment_build_number(build_number: app_store_build_number(live: false).to_i + 1)",
        """
        - bump:
              build: increment
              above: app_store
        """
      ),
    ])
  func translated(action: String, expected: String) {
    #expect(steps(action, project: project) == "steps:\n  \(expected)")
  }

  @Test(
    "stay untranslated otherwise",
    arguments: [
      "pilot", "pilot(ipa: 'a.ipa', app_identifier: 'com.other')", "pilot(ipa: 'a.ipa', testers_file_path: 'x')",
      "deliver(submit_for_review: true)", "upload_to_app_store(ipa: 'a.ipa', skip_screenshots: true)",
    ])
  func untranslated(action: String) {
    #expect(steps(action, project: project).contains("# not translated"))
  }
}
