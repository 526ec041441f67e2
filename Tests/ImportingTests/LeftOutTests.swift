import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("A part of a lane that has no counterpart")
struct LeftOutTests {
  @Test(
    "is a comment with the reason",
    arguments: [
      ("gym(scheme: 'a')", "building stays in fastlane"), ("match", "signing stays in fastlane"),
      ("run_tests", "testing stays in fastlane"), ("some_plugin(a: 1)", "no step does the same"),
      ("list.each { |x| sh x }", "only Ruby runs it"),
      ("puts a if b || c", "only Ruby knows the condition"), ("x = pick(1)", "no step does the same"),
      ("commit_version_bump", "no step before it raises a version"),
      ("git_commit(path: '.', message: pick(1))", "only Ruby knows `message: pick(1)`"),
      (
        "increment_build_number\ngit_add(path: 'a')\ncommit_version_bump",
        "a command before it may stage other files"
      ),
      ("increment_build_number\ncommit_version_bump(include: ['a'])", "no step has `include: ['a']`"),
      ("increment_build_number\ncommit_version_bump(message: x)", "only Ruby knows `message: x`"),
      ("add_git_tag", "no step before it raises the build number"), ("push_git_tags", "the lane makes no tag"),
      ("push_to_git_remote(force: true)", "no step has `force: true`"),
      ("increment_build_number(build_number: 7)", "no step has `build_number: 7`"),
      ("unknown\nincrement_version_number(bump_type: 'minor')", "what is missing above may raise the version"),
      ("increment_version_number(version_number: get_version_number)", "the project has this version already"),
      ("prompt(text: 'a')", "no variable has the answer"), ("pilot", "the Appfile has no app, or several"),
    ])
  func reason(text: String, expected: String) {
    let body = steps(text)
    let statement = text.split(separator: "\n").last ?? ""
    #expect(body.contains("), because \(expected): \(statement)"), "\(body)")
  }

  @Test("is not `force` of `commit_version_bump`: the commit has the files of the version all the same")
  func force() {
    #expect(
      steps("increment_build_number\ncommit_version_bump(message: 'x', force: true)")
        == "steps:\n  - bump: {build: increment}\n  - commit: x")
  }

  @Test(
    "may move HEAD in a lane that fastlane runs: the command declares it",
    arguments: [
      ("gym", false), ("gym\npilot(ipa: 'a')\nadd_git_tag\npush_to_git_remote", false),
      ("gym\ncommit_version_bump", true), ("gym\ngit_commit(path: 'a', message: 'b')", true),
      ("gym\nsh('git commit')", true),
      ("gym\ngit_pull", true), ("gym\nsave", true), ("sigh\nother", true), ("gym\nplugin_that_commits", true),
    ])
  func head(text: String, moves: Bool) {
    let source =
      "def save\n  git_commit(path: 'a', message: 'b')\nend\nlane :other do\n  commit_version_bump\nend\n"
      + "lane :own do\n  \(text)\nend\n"
    let file = Fastfile(SourceText(path: "Fastfile", text: source), project: .sample, delegated: ["own"])
    let lines = file.translated().lines
    let start = lines.firstIndex(of: "  own:") ?? 0
    #expect(
      lines[start...].filter { !$0.contains(" # fastlane runs the lane (") }.joined(separator: "\n")
        == """
          own:
            steps:
              - run:
                  shell: fastlane own\(moves ? "\n          changes: [head]" : "")
                  outward: true
        """.replacing("\n", with: "\n"), "\(lines)")
  }

  @Test(
    "is an action that has the name of a variable of another lane",
    arguments: ["match", "match(type: 'development')", "match type: 'development'", "puts match('a')"])
  func nameOfVariable(text: String) {
    let other = "lane :other do\n  match = git_branch.match(/a/)\n  puts match\nend\n"
    let body = translation("\(other)lane :l do\n  puts 'a'\n  \(text)\nend\n").body
    #expect(body.contains("echo '1 part is not translated: Fastfile:7' >&2; exit 1"), "\(body)")
  }

  @Test("is not a value outside of lanes that Ruby only computes")
  func computedValue() {
    let text = "mode = ENV['A'].to_s.empty? ? 'a' : ENV['A']\nlane :l do\n  ensure_git_status_clean\n  sh(mode)\nend\n"
    #expect(
      translation(text).body
        == """
        lanes:
          l:
            steps:
              # add what is missing, then remove this step
              - run:
                  shell: "echo '1 part is not translated: Fastfile:4' >&2; exit 1"
              - ensure: clean
              # not translated (Fastfile:4), because only Ruby knows `mode`: sh(mode)
        """, "\(translation(text).body)")
  }

  @Test("is not an argument with a name for a literal")
  func literalName() {
    let text = """
      PROJECT = "./Sample.xcodeproj"
      lane :l do
        increment_build_number(xcodeproj: PROJECT)
        commit_version_bump
      end
      """
    #expect(
      translation(text).body
        == "lanes:\n  l:\n    steps:\n      - bump: {build: increment}\n      - commit: Version Bump to ${build}",
      "\(translation(text).body)")
  }

  @Test("is a lane whose steps Martlet refuses: the file is written, and the lane stops with the message")
  func refused() throws {
    let deliver =
      "deliver(submit_for_review: true, run_precheck_before_submit: false, automatic_release: true, skip_binary_upload: true, skip_screenshots: true, skip_metadata: true)"
    let fastfile = "lane(:a) { ensure_git_status_clean }\nlane(:b) { \(deliver)\n pilot(ipa: 'a.ipa') }\n"
    let files = ["Fastfile": fastfile, "Appfile": "app_identifier 'com.example.CoolApp'\n", "VERSION": "1.4.2\n"]
    let plan = try imported(.clean(files), from: "Fastfile")
    let reason = "because Martlet refuses the steps: `app_store_release` is before `upload_build`, expected after it"
    #expect(
      plan.onlyText.hasSuffix(
        """
        lanes:
          a:
            steps:
              - ensure: clean

          b:
            steps:
              # add what is missing, then remove this step
              - run:
                  shell: "echo '2 parts are not translated: Fastfile:2, 3' >&2; exit 1"
              # not translated (Fastfile:2), \(reason): \(deliver.prefix(80)) …
              # not translated (Fastfile:3), \(reason): pilot(ipa: 'a.ipa')

        """), "\(plan.onlyText)")
    let other = try imported(.clean(files), from: "Fastfile", withFastlane: ["b"]).onlyText
    #expect(other.contains("  b:\n    steps:\n      - run:\n          shell: fastlane b\n"), "\(other)")
  }
}
