import MartletCore
import Steps
import TestSupport
import Testing

@Suite("A part that prepares fastlane")
struct FastlaneSettingTests {
  @Test(
    "is left out if no other part in fastlane needs it",
    arguments: [
      "app_store_connect_api_key(key_id: 'a', key_content: Base64.decode64(ENV['K']))", "k = app_store_connect_api_key",
      "setup_ci", "setup_circle_ci", "setup_travis(force: true)", "Dotenv.load",
      "Dotenv.load '.env'",
    ])
  func leftOut(statement: String) {
    let text = "\(statement)\nensure_git_status_clean"
    #expect(
      steps(text)
        == "steps:\n  # left out (Fastfile:2), Martlet needs no such call: \(statement.withoutKey)\n  - ensure: clean",
      "\(steps(text))")
  }

  @Test("is left out with its condition")
  func condition() {
    #expect(
      steps("setup_ci if ENV['CI']\nensure_git_status_clean")
        == "steps:\n  # left out (Fastfile:2), the lane is complete without it: setup_ci if ENV['CI']\n  - ensure: clean"
    )
  }

  @Test(
    "is missing otherwise",
    arguments: [
      "app_store_connect_api_key\nsigh", "app_store_connect_api_key\nsign", "setup_ci\nmatch", "setup_ci\nsh 'a'",
      "setup_ci\ngym", "setup_ci\nx = `make`", "Dotenv.load 'x'", "app_store_connect_api_key(key_id: pick(1))",
    ])
  func missing(text: String) {
    let body = translation("def sign\n  match\nend\nlane :l do\n\(text)\nend").body
    #expect(body.contains("# not translated (Fastfile:5), because "), "\(body)")
  }

  @Test("can be a method or a private lane of its own")
  func own() {
    let text =
      "def key\n  app_store_connect_api_key\nend\nprivate_lane(:ci) { setup_ci }\nlane :l do\n  key\n  ci\n  ensure_git_status_clean\nend"
    #expect(
      translation(text).body
        == """
        lanes:
          ci:
            private: true
            steps: []
              # left out (Fastfile:4), Martlet needs no such call: setup_ci

          l:
            steps:
              # left out (Fastfile:2), Martlet needs no such call: app_store_connect_api_key
              - lane: ci
              - ensure: clean
        """, "\(translation(text).body)")
  }

  @Test("can be a public lane of its own, which says that it does nothing, and whose callers are complete")
  func publicLane() {
    for key in ["app_store_connect_api_key", "k = app_store_connect_api_key\n  k"] {
      let text = "lane :key do\n  \(key)\nend\nlane :l do\n  k = key\n  ensure_git_status_clean\nend"
      let file = Fastfile(SourceText(path: "Fastfile", text: text), project: .sample)
      #expect(file.incompletePublicLanes == [], "\(translation(text).body)")
      #expect(
        translation(text).body.contains("\n      - message: Martlet needs no such call\n"), "\(translation(text).body)")
      // Signing needs the key.
      #expect(translation(text + "\nlane(:m) { key\n  match }").body.contains("not translated (Fastfile:2)"))
    }
  }

  @Test("does not make values unknown when it loads a file of variables")
  func loading() {
    #expect(
      steps("name = 'a'\nDotenv.load 'x'\nsh(name, ENV['B'])")
        == """
        steps:
          # add what is missing, then remove this step
          - run:
              shell: "echo '2 parts are not translated: Fastfile:3, 4' >&2; exit 1"
          # not translated (Fastfile:3), because only Ruby runs it: Dotenv.load 'x'
          # not translated (Fastfile:4), because only Ruby knows `ENV['B']`: sh(name, ENV['B'])
        """, "\(steps("name = 'a'\nDotenv.load 'x'\nsh(name, ENV['B'])"))")
    #expect(steps("name = 'a'\nx = YAML.load(y)\nsh(name)").contains("- run: [a]"))
    #expect(!steps("name = 'a'\nload 'x'\nsh(name)").contains("- run: [a]"))
  }

  @Test("fails as its lane does, if every `rescue` only prints and ends the lane")
  func attempts() {
    let text = """
      begin
        ensure_git_status_clean
      rescue Failed, Other => e
        puts e.message
        UI.user_error!("No: #{e}")
      rescue => e
        raise e
      ensure
        puts 'done'
      end
      puts 'b'
      """
    #expect(
      steps(text)
        == """
        steps:
          - ensure: clean
          # a failed step ends the lane, as at Fastfile:4
          # a failed step ends the lane, as at Fastfile:7
          # a failed step ends the lane, as at Fastfile:9
          - message: b
        """, "\(steps(text))")
  }

  @Test("makes unknown what its `ensure` assigns")
  func assigningEnsure() {
    let body = steps("name = 'x'\nbegin\n  puts 'a'\nensure\n  name = 'y'\nend\nsh(name)")
    #expect(body.hasSuffix("because only Ruby knows `name`: sh(name)"), "\(body)")
  }

  @Test(
    "is missing if a failure has another effect",
    arguments: [
      "rescue\n  puts 'a'", "rescue => e\n  sh 'b'\n  raise e", "ensure\n  sh 'c'", "rescue => e\n  raise sh('d')",
    ])
  func otherEffects(handler: String) {
    let body = steps(
      "name = 'x'\nbegin\n  increment_version_number(bump_type: 'minor')\n  name = 'y'\n\(handler)\nend\nsh(name)")
    #expect(body.contains("  - bump: minor\n  # not translated (Fastfile:6), because only Ruby runs it: "), "\(body)")
    #expect(body.hasSuffix("because only Ruby knows `name`: sh(name)"), "\(body)")
  }

  @Test(
    "is one statement if a part of it may end the lane, or it has an `else`",
    arguments: ["begin\n  next\nrescue\n  raise\nend", "begin\n  a\nrescue\n  raise\nelse\n  b\nend"])
  func wholeAttempt(text: String) {
    #expect(steps(text).hasSuffix("\n  # not translated (Fastfile:2), because only Ruby runs it: begin …"))
  }

  @Test("in a hook is run by fastlane, as a single action for every lane, if a lane may use fastlane")
  func hooks() {
    let text = """
      before_all { cocoapods(repo_update: true) }
      after_all { |lane| swiftlint if lane }
      lane(:a) { ensure_git_status_clean }
      lane(:b) { gym }
      """
    let hook = "before_all {\n  cocoapods(repo_update: true)\n}\n"
    func file(_ text: String, _ delegated: Set<String>) -> Fastfile {
      Fastfile(SourceText(path: "Fastfile", text: text), project: .sample, delegated: delegated)
    }
    let lanes = "lane(:a) { ensure_git_status_clean }\nlane(:b) { ensure_git_status_clean\n gym }\n"
    #expect(file(hook + lanes, []).incompletePublicLanes == ["a", "b"])
    #expect(
      file(hook + lanes, ["a", "b"]).translated().lines.joined(separator: "\n") == """

        before_all:
          - run: [fastlane, run, cocoapods, repo_update:true]

        lanes:
          a:
            steps:
              - ensure: clean

          b:
            steps:
              - ensure: clean
              - run: [fastlane, run, gym]
        """)
    // A hook with more than such actions needs whole lanes, with their hooks.
    #expect(
      file(text, ["a", "b"]).translated().lines.suffix(12).joined(separator: "\n") == """
        lanes:
          a:
            steps:
              - run:
                  shell: fastlane a
                  outward: true

          b:
            steps:
              - run:
                  shell: fastlane b
                  outward: true
        """, "\(file(text, ["a", "b"]).translated().lines)")
  }
}

extension String {
  /// The text without the values of options with the name of a secret.
  fileprivate var withoutKey: String { replacing("key_id: 'a'", with: "key_id: '…'") }
}
