import Lanes
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
        // fastlane submits a build for groups to review, too.
        "pilot(distribute_only: true, changelog: 'Try the map.', groups: ['Team'], notify_external_testers: false)",
        """
        - testflight:
              what_to_test: Try the map.
              groups: [Team]
              notify: false
        """
      ),
      (
        "deliver(ipa: 'App.ipa', skip_screenshots: true, skip_metadata: true, submit_for_review: true, run_precheck_before_submit: false, automatic_release: true, phased_release: true, force: true)",
        """
        - upload_build: App.ipa
          - app_store_release:
              release: unchanged
        """
      ),
      (
        "pilot(distribute_only: true, app_version: '1.2', build_number: '7', groups: 'Team', distribute_external: true, submit_beta_review: false, wait_processing_timeout_duration: 600, wait_processing_interval: 10, expire_previous_builds: false, uses_non_exempt_encryption: false)",
        """
        - testflight:
              groups: [Team]
              review: false
              version: "1.2"
              build: "7"
              timeout: "600"
        """
      ),
      (
        "deliver(skip_binary_upload: true, build_number: '7', skip_screenshots: true, skip_metadata: true, submit_for_review: true, run_precheck_before_submit: false, auto_release_date: 1798099200000, metadata_path: 'm', reject_if_possible: false, edit_live: false)",
        """
        - app_store_release:
              release: unchanged
              build: "7"
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
    "stay untranslated otherwise, with the reason",
    arguments: [
      ("pilot(ipa: 'a.zip')", "no step has `ipa: 'a.zip'`"),
      ("pilot(ipa: 'a.ipa', testers_file_path: 'x')", "no step has `testers_file_path: 'x'`"),
      ("deliver(submit_for_review: true)", "it has no `skip_screenshots: true`"),
      ("upload_to_app_store(ipa: 'a.ipa', skip_screenshots: true)", "it has no `skip_metadata: true`"),
      (
        "deliver(ipa: 'a.ipa', skip_screenshots: true, skip_metadata: true)",
        "it also creates the version at the App Store"
      ),
      ("pilot(ipa: 'a.ipa', distribute_external: true, groups: 'Team')", "it has no `changelog`"),
      ("pilot(ipa: 'a.ipa', distribute_external: true, changelog: 'a b')", "it has no `groups`"),
      ("pilot(ipa: path)", "only Ruby knows `ipa: path`"),
      (
        "pilot(ipa: 'a.ipa', apple_id: id)",
        "`apple_id: …` may be another app than `com.example.CoolApp`"
      ),
      ("pilot(ipa: 'a.ipa', expire_previous_builds: true)", "no step has `expire_previous_builds: true`"),
      ("pilot(ipa: 'a.ipa', uses_non_exempt_encryption: true)", "no step has `uses_non_exempt_encryption: true`"),
      ("pilot(distribute_only: true, build_number: 'latest', groups: 'Team')", "no step has `build_number: 'latest'`"),
    ])
  func untranslated(action: String, reason: String) {
    let body = steps(action, project: project)
    #expect(body.hasSuffix("\n  # not translated (Fastfile:2), because \(reason): \(action)"), "\(body)")
  }

  @Test("stay untranslated if fastlane checks the page before a submission, or uploads nothing")
  func unlike() {
    let (skips, submits) = ("skip_screenshots: true, skip_metadata: true", "submit_for_review: true")
    #expect(
      steps("deliver(ipa: 'a.ipa', \(submits), \(skips))", project: project)
        .contains("because it has no `run_precheck_before_submit: false`: deliver("))
    #expect(
      steps("deliver(ipa: 'a.ipa', build_number: '7', \(skips))", project: project)
        .contains("because with `build_number`, fastlane uploads no file: deliver("))
  }

  @Test("stay untranslated if they would cancel a review")
  func cancelling() {
    let body = steps(
      "deliver(ipa: 'a.ipa', skip_app_version_update: true, skip_screenshots: true, skip_metadata: true, reject_if_possible: true)",
      project: project)
    #expect(body.contains("because no step has `reject_if_possible: true`: deliver("), "\(body)")
  }

  @Test("have the options of the Deliverfile, which stays the place of those without an equal")
  func deliverfile() {
    func body(_ text: String) -> String {
      var project = project
      project.read = { $0 == "Deliverfile" ? SourceText(path: $0, text: text) : nil }
      return steps(
        "deliver(ipa: 'a.ipa', submit_for_review: true, run_precheck_before_submit: false)", project: project)
    }
    let skipping = "username 'me'\nskip_screenshots true\nskip_metadata(true)\n"
    #expect(
      body(skipping)
        == "steps:\n  - upload_build: a.ipa\n  - app_store_release:\n      release: unchanged", "\(body(skipping))")
    #expect(body(skipping + "app_identifier ENV['APP']").contains("app: ${env.APP}"))
    for (line, name) in [("price_tier 0", "price_tier"), ("copyright \"#{year}\"", "copyright"), ("x(a: 1)", "x")] {
      #expect(body(skipping + line).contains("because the Deliverfile has `\(name)`: deliver("), "\(body(line))")
    }
  }

  @Test("only upload the app if they leave the version at the App Store as it is")
  func uploading() {
    let action = "deliver(ipa: 'a.ipa', skip_app_version_update: true, skip_screenshots: true, skip_metadata: true)"
    #expect(steps(action, project: project) == "steps:\n  - upload_build: a.ipa")
  }

  @Test("name the app by `apple_id`: for all of them if they have the same, or each its own")
  func record() {
    func file(_ actions: String...) -> Fastfile {
      let lanes = actions.enumerated().map { "lane(:l\($0)) { \($1) }\n" }.joined()
      return Fastfile(SourceText(path: "Fastfile", text: lanes), project: project)
    }
    let (own, other) = ("pilot(ipa: 'a.ipa', apple_id: '999')", "pilot(ipa: 'a.ipa', apple_id: '888')")
    #expect(file(own, own).storeApp == "999")
    #expect(file(own, own).incompletePublicLanes == [])
    let several = file(own, other, "pilot(ipa: 'a.ipa')")
    #expect(several.storeApp == "com.example.CoolApp")
    #expect(several.incompletePublicLanes == [])
    let lines = several.translated().lines
    #expect(lines.filter { $0.contains("app:") }.map { $0.trimmingBlanks() } == ["app: \"999\"", "app: \"888\""])
  }

  private static let upload = "pilot(ipa: 'a.ipa')"
  private static let bump = "increment_build_number\n"

  @Test("come after the commit and the tag, as `upload_build` requires")
  func order() throws {
    let text =
      Self.bump + Self.upload
      + "\ncommit_version_bump(message: 'x')\nputs 'y'\nadd_git_tag(tag: 'z')\npush_to_git_remote"
    #expect(
      steps(text, project: project) == """
        steps:
          - bump: {build: increment}
          - commit: x
          - tag: z
          # the upload comes after the commit, which is undone if the upload fails
          - upload_build:
              file: a.ipa
              wait: processed
          - message: "y"
          - push
        """)
  }

  @Test(
    "stay untranslated if the commit cannot come before them, and the file is valid",
    arguments: [
      "sh('a')\ncommit_version_bump(message: 'x')", "commit_version_bump(message: 'x') if options[:a]",
      "ensure_git_status_clean\ncommit_version_bump(message: 'x')",
      "if UI.confirm('x')\ncommit_version_bump(message: 'x')\nend",
    ])
  func fixedOrder(rest: String) throws {
    let body = steps(Self.bump + Self.upload + "\n" + rest, project: project)
    #expect(
      body.contains(
        "# not translated (Fastfile:3), because a commit or a tag follows, and `upload_build` comes after them: \(Self.upload)\n"
      ), "\(body)")
    let text =
      "app_store: {app: com.example.CoolApp, platform: ios}\nlanes:\n  l:\n    "
      + body.replacing("\n", with: "\n    ") + "\n"
    _ = try Releasefile(
      SourceText(path: "Releasefile", text: text.replacing("if: a\n", with: "if: branch == main\n")),
      vocabulary: .standard)
  }
}
