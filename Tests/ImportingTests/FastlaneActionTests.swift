import MartletCore
import Steps
import TestSupport
import Testing

@Suite("A lane in which fastlane runs single actions")
struct FastlaneActionTests {
  @Test("has Martlet's steps and a command for each of the others")
  func steps() {
    let text = """
      ensure_git_status_clean
      cocoapods(try_repo_update_on_error: true)
      increment_build_number
      update_code_signing_settings(targets: ["App", "Widget"], use_automatic_signing: false)
      gym(scheme: "Cool App", output_name: "#{options[:name]}.ipa", configuration: options[:mode], xcargs: "A=$B")
      pod_lib_lint(swift_version: ENV["SWIFT"])
      commit_version_bump
      push_to_git_remote
      """
    #expect(
      lane(text)
        == """
        parameters:
          name:
          mode:
        steps:
          - ensure: clean
          - run: [fastlane, run, cocoapods, try_repo_update_on_error:true]
          - bump: {build: increment}
          - run: [fastlane, run, update_code_signing_settings, "targets:App,Widget", use_automatic_signing:false]
          - run:
              shell: fastlane run gym scheme:'Cool App' output_name:"${MARTLET_NAME}".ipa ${MARTLET_MODE:+"configuration:$MARTLET_MODE"} xcargs:A='$'B
          - run:
              shell: fastlane run pod_lib_lint ${SWIFT:+"swift_version:$SWIFT"}
          - commit: Version Bump to ${build}
          - push
        """, "\(lane(text))")
  }

  @Test("keeps the hooks and the folder of the project, and runs `match` if nothing reads its profiles")
  func folder() {
    let source =
      "lane :own do\n  ensure_git_status_clean\n  match(type: 'adhoc', app_identifier: ['a.b', 'a.c'])\nend\n"
    var project = FastlaneProject.sample
    project.hasGemfile = true
    let file = Fastfile(
      SourceText(path: "app/fastlane/Fastfile", text: source), project: project, delegated: ["own"])
    #expect(
      file.translated().lines.dropFirst().joined(separator: "\n")
        == """
        lanes:
          own:
            steps:
              - ensure: clean
              - run:
                  command: [bundle, exec, fastlane, run, match, type:adhoc, "app_identifier:a.b,a.c"]
                  working_directory: app
                  outward: true
        """, "\(file.translated().lines)")
    #expect(file.incompletePublicLanes == ["own"])
  }

  @Test(
    "is run as a whole if an action has a value that only Ruby knows, or may need what another one has left",
    arguments: [
      "gym(scheme: pick(1))", "gym(export_options: { a: 1 })", "gym(scheme: 'yes')", "gym(params)", "gym(scheme: :a)",
      "gym(include_symbols: ['a'])", "match\ngym", "sigh\ngym", "setup_ci\nmatch", "cert\nclean_build_artifacts",
      "snapshot\nframeit",
      "other\nsigh", "app_store_connect_api_key\nprecheck", "gym(scheme: ENV['API_TOKEN'])",
      "x = gym",
      "update_code_signing_settings(targets: ['a,b'])", "scan { }", "some_plugin", "match\nother",
    ])
  func whole(text: String) {
    let lines = lane("ensure_git_status_clean\n\(text)")
    #expect(lines.contains("shell: fastlane own\n"), "\(lines)")
  }

  @Test("that is run as a whole says which actions need it")
  func reasons() {
    let text =
      "ensure_git_status_clean\nmatch\ncert\ngym(params)\npush_to_git_remote\nclean_build_artifacts\nscan(a: [pick])"
    #expect(
      lane(text)
        == """
        steps:
          # fastlane runs the lane (Fastfile:6), because `clean_build_artifacts` reads the profiles that it leaves: match
          # fastlane runs the lane (Fastfile:7), because `clean_build_artifacts` reads the certificate that it leaves: cert
          # fastlane runs the lane (Fastfile:8), because only Ruby knows `params`: gym(params)
          # fastlane runs the lane (Fastfile:10), because building stays in fastlane: clean_build_artifacts
          # fastlane runs the lane (Fastfile:11), because only Ruby knows `a: [pick]`: scan(a: [pick])
          - run:
              shell: fastlane own
              changes: [head]
              outward: true
        """, "\(lane(text))")
  }

  @Test(
    "runs actions that prepare signing and screenshots, if nothing reads what they leave",
    arguments: [
      ("sigh(force: true)\nsigh(adhoc: true)", "sigh, force:true", "outward: true"),
      ("cert", "cert", "outward: true"), ("precheck", "precheck", ""),
      ("snapshot(devices: ['a', 'b'])", "snapshot, \"devices:a,b\"", ""),
    ])
  func preparing(text: String, words: String, end: String) {
    let lines = lane("ensure_git_status_clean\n\(text)")
    #expect(lines.contains("[fastlane, run, \(words)]"), "\(lines)")
    #expect(end.isEmpty || lines.hasSuffix(end), "\(lines)")
    #expect(!lines.contains("shell: fastlane own\n"), "\(lines)")
  }

  @Test("is run as a whole if Martlet has no step in it")
  func onlyFastlane() {
    #expect(lane("gym") == "steps:\n  - run:\n      shell: fastlane own\n      outward: true")
  }

  @Test("is run as a whole if the Appfile has values for single lanes")
  func valuesForLanes() throws {
    let appfile = "for_lane :own do\n  app_identifier 'a.b'\nend\n"
    for (name, isWhole) in [("Appfile", true), ("Deliverfile", false)] {
      let files = [
        "Fastfile": "lane :own do\n  ensure_git_status_clean\n  gym\nend\n", name: appfile, "VERSION": "1.4.2\n",
      ]
      let text = try imported(.clean(files), from: "Fastfile", withFastlane: ["own"]).onlyText
      #expect(text.contains("shell: fastlane own\n") == isWhole, "\(text)")
      #expect(text.contains("- run: [fastlane, run, gym]\n") == !isWhole, "\(text)")
    }
  }

  @Test("completes the lanes that call it, which may be named, too")
  func callers() throws {
    let text =
      "lane :build do\n  ensure_git_status_clean\n  gym\nend\nlane :beta do\n  build\n  ensure_git_branch\nend\n"
    let files = ["Fastfile": text, "VERSION": "1.4.2\n"]
    let body = try imported(.clean(files), from: "Fastfile", withFastlane: ["build", "beta"]).onlyText
    #expect(
      body.hasSuffix(
        """
          build:
            steps:
              - ensure: clean
              - run: [fastlane, run, gym]

          beta:
            steps:
              - lane: build
              - ensure: {branch: master}

        """), "\(body)")
  }

  /// The lane `own` with these statements, which fastlane runs as far as necessary.
  private func lane(_ text: String) -> String {
    let source = "lane :other do\n  gym\nend\nlane :own do |options|\n\(text)\nend\n"
    let file = Fastfile(SourceText(path: "Fastfile", text: source), project: .sample, delegated: ["own"])
    let lines = file.translated().lines
    let start = lines.firstIndex(of: "  own:") ?? 0
    return lines[(start + 1)...].map { String($0.dropFirst(4)) }.joined(separator: "\n")
  }
}
