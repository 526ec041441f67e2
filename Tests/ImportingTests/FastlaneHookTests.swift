import MartletCore
import Steps
import TestSupport
import Testing

@Suite("A hook of a Fastfile")
struct FastlaneHookTests {
  private static let lane = "lane(:own) { ensure_git_status_clean }\n"
  private static let complete = "  own:\n    steps:\n      - ensure: clean"

  @Test("of a platform is one of its lanes, and runs with no others")
  func platforms() {
    let text = """
      platform :ios do
        before_all { ensure_git_branch }
        lane(:a) { ensure_git_status_clean }
      end
      platform :android do
        before_all { gradle }
        lane(:b) { ensure_git_status_clean }
      end
      lane(:c) { ensure_git_status_clean }
      """
    let body = translation(text).body
    #expect(
      body == """
        lanes:
          ios_a:
            steps:
              - ensure: clean
            before_all:
              - ensure: {branch: master}

          android_b:
            steps:
              # add what is missing, then remove this step
              # Fastfile:6: gradle
              - run:
                  shell: "echo '1 part is not translated: Fastfile:6' >&2; exit 1"
              - ensure: clean

          c:
            steps:
              - ensure: clean
        """, "\(body)")
  }

  @Test(
    "that only prepares the machine for builds does not stop a lane that builds nothing and runs no command",
    arguments: [
      "before_all { setup_ci }",
      "before_all do\n  create_keychain(name: 'a', password: ENV['B'])\n  gym_folder = 1\nend",
      "before_all { setup_circle_ci if is_ci }",
      "before_all do\n  if is_ci\n    setup_travis\n    xcversion(version: '1')\n  end\nend",
      "before_all { ENV['LC_ALL'] = 'C' }", "after_all { delete_keychain(name: 'a') }", "setup_travis",
      "ENV['SCHEME'] = 'App'", "before_all { clear_derived_data }",
    ])
  func preparing(hook: String) {
    let body = translation("\(hook)\n\(Self.lane)").body
    #expect(body.contains(Self.complete) && !body.contains("exit 1"), "\(body)")
  }

  @Test(
    "stops the lanes that depend on what it prepares",
    arguments: [
      ("setup_ci", "gym"), ("setup_ci", "sh 'make'"), ("setup_ci", "x = `make`"), ("setup_ci", "build"),
      ("ENV['SCHEME'] = 'App'", "puts ENV['SCHEME']"), ("ENV['SCHEME'] = 'App'", "puts ENV[x]"),
      ("create_keychain", "puts ENV['MATCH_READONLY']"),
      ("ENV['A'] = '1'", "ensure_env_vars(env_vars: ['B'])\n  match"),
    ])
  func dependent(preparation: String, statement: String) {
    let text = """
      def build
        gym
      end
      before_all do
        \(preparation)
      end
      lane :own do
        \(statement)
        ensure_git_status_clean
      end
      """
    let body = translation(text).body
    #expect(!body.hasPrefix("before_all:\n  # add"), "\(body)")
    #expect(
      body.contains("# add what is missing, then remove this step\n      # Fastfile:5: \(preparation)\n"), "\(body)")
  }

  @Test("stops a lane that reads a variable of it through a constant")
  func constant() {
    let text = "NAME = ENV['SCHEME']\nbefore_all { ENV['SCHEME'] = 'App' }\nlane(:own) { puts NAME }"
    let body = translation(text).body
    #expect(body.contains("# Fastfile:2: ENV['SCHEME'] = 'App'\n"), "\(body)")
  }

  @Test(
    "stops every lane if it may change files, the branch or what an action reads",
    arguments: [
      "cocoapods", "sh pick", "match", "ENV['GIT_AUTHOR_NAME'] = 'x'", "ENV['PILOT_IPA'] = 'x'", "ENV['PATH'] = 'x'",
      "ENV['CIRCLE_BRANCH'] = 'x'",
      "setup_ci if pick", "ENV['A'] = sh('b')", "setup_ci(timeout: pick)", "git_pull { }",
    ])
  func hard(statement: String) {
    let body = translation("before_all do\n  \(statement)\nend\n\(Self.lane)").body
    #expect(body.hasPrefix("before_all:\n  # add what is missing"), "\(body)")
  }

  @Test("that prepares a build makes fastlane run the whole lane, if the lane may use fastlane")
  func delegated() {
    let text = "before_all { setup_ci }\n\(Self.lane)lane(:b) { ensure_git_status_clean\n gym }\n"
    let file = Fastfile(SourceText(path: "Fastfile", text: text), project: .sample, delegated: ["b"])
    #expect(file.incompletePublicLanes == ["b"])
    #expect(
      file.translated().lines.suffix(10).joined(separator: "\n")
        == """
        lanes:
        \(Self.complete)

          b:
            steps:
              - run:
                  shell: fastlane b
                  outward: true
        """, "\(file.translated().lines)")
  }

  @Test("may set how fastlane prints and updates")
  func settings() {
    let body = translation("before_all { ENV['FASTLANE_SKIP_UPDATE_CHECK'] = '1' }\nlane(:own) { sh 'make' }").body
    #expect(!body.contains("exit 1"), "\(body)")
  }

  @Test("is not needed by a lane that has a variable with the name of a lane that builds")
  func variable() {
    func body(_ text: String) -> String {
      translation(
        "before_all do\n  setup_ci if ENV['CI']\nend\nlane :build do\n  gym\nend\nlane :l do\n  \(text)\n  add_git_tag(tag: 'a')\nend"
      ).body
    }
    for text in [
      "build = get_build_number", "puts 'a'\n  # The build\n  build = get_build_number",
      "build = get_build_number\n  puts \"#{build}\"",
    ] {
      #expect(body(text).components(separatedBy: "exit 1").count == 2, "\(body(text))")
    }
    for text in [
      "build\n  build = get_build_number", "puts \"#{build}\"\n  build = get_build_number",
      "build = get_build_number\n  build(a: 1)", "build = get_build_number\n  build a: 1", "x { build = 1 }\n  build",
    ] {
      #expect(body(text).components(separatedBy: "exit 1").count > 2, "\(body(text))")
    }
  }

  @Test("does not stop for a locale that is set outside of lanes, and names other variables")
  func locale() {
    func incomplete(_ line: String) -> [String] {
      let text = line + "\nlane(:a) { sh 'make' }\nlane(:b) { ensure_git_status_clean }\n"
      return Fastfile(SourceText(path: "Fastfile", text: text), project: .sample).incompletePublicLanes
    }
    #expect(incomplete("ENV['LC_ALL'] ||= 'en_US.UTF-8'\nENV[\"LANG\"] = 'en_US.UTF-8'") == [])
    #expect(incomplete("ENV['OTHER'] ||= 'a'") == ["a"])
    #expect(incomplete("before_all { ENV['SLACK_URL'] = 'https://example.com' }") == [])
    #expect(incomplete("$scheme = 'App'") == [])
    #expect(incomplete("Dotenv.load") == [] && incomplete("Dotenv.load('.env')") == [])
    #expect(incomplete("Dotenv.load '.env.secret'") == ["a", "b"])
    #expect(incomplete("$scheme = `ls`") == ["a", "b"])
    #expect(incomplete("$stdout = 'a'") == ["a", "b"])
    // The key of App Store Connect needs no keychain.
    let text = "before_all { setup_ci }\nlane(:c) { app_store_connect_api_key\n ensure_git_status_clean }\n"
    #expect(Fastfile(SourceText(path: "Fastfile", text: text), project: .sample).incompletePublicLanes == [])
    #expect(incomplete("ENV['LANG'] ||= `locale`") == ["a", "b"])
  }

  @Test("needs no description inside of a lane")
  func description() {
    #expect(steps("desc 'Clean'\nensure_git_status_clean").hasSuffix("desc 'Clean'\n  - ensure: clean"))
    #expect(!steps("desc 'Clean'\nensure_git_status_clean").contains("exit 1"))
  }
}
