import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The lanes of a Fastfile")
struct FastfileLaneTests {
  /// The step that stops a lane of which `count` parts are missing, in a body of lanes.
  func stop(_ count: Int, _ places: String, others: String...) -> String {
    let text = "\(count) \(count == 1 ? "part is" : "parts are") not translated: \(places)"
    return (["add what is missing, then remove this step"] + others).map { "# \($0)\n      " }.joined()
      + "- run:\n          shell: \"echo '\(text)' >&2; exit 1\""
  }

  @Test("begin with a step that fails if a part is missing, in a called lane, a method or a hook, too")
  func incompleteLanes() {
    let (body, notes) = translation(
      """
      def build
        gym
      end
      lane(:ship) { increment_version_number(bump_type: "minor")
        build
        push_to_git_remote }
      lane(:release) { ship
        push_git_tags(tag: 'a') }
      """)
    #expect(
      body == """
        lanes:
          ship:
            steps:
              \(stop(1, "Fastfile:5"))
              - bump: minor
              # not translated (Fastfile:5), because `build` has Fastfile:2: gym: build
              - push

          release:
            steps:
              \(stop(2, "Fastfile:7, 8", others: "Fastfile:7: lane `ship` stops"))
              - lane: ship
              # not translated (Fastfile:8), because the lane makes no tag: push_git_tags(tag: 'a')
        """)
    #expect(
      notes == [
        "Fastfile:5:3: lane `ship` stops: 1 part is not translated",
        "Fastfile:7:18: lane `release` stops: 2 parts are not translated",
      ])
  }

  @Test("stop in `before_all` if a hook, or a statement outside of the lanes, is missing")
  func missingOutsideLanes() {
    let texts = [
      "before_all { scan }", "after_all { scan }", "error { |l, e| scan }", "ENV['FL_GIT_TAG_TAG'] = 'x'",
      "setup_travis { }",
      "lane(:c) { |o| gym }\nafter_all { c }", "import_from_git(url: 'x')", "VERSION = sh('git describe')",
    ]
    for text in texts {
      let body = translation("\(text)\nlane(:a) { ensure_git_status_clean }").body
      if text.hasPrefix("lane") {
        #expect(
          body.hasPrefix(
            """
            before_all:
              # add what is missing, then remove this step
              # Fastfile:2: lane `c` stops
              - run:
                  shell: "echo '1 part is not translated: Fastfile:2' >&2; exit 1"

            """), "\(body)")
        continue
      }
      #expect(
        body.hasPrefix(
          """
          before_all:
            # add what is missing, then remove this step
            - run:
                shell: "echo '1 part is not translated: Fastfile:1' >&2; exit 1"

          """), "\(body)")
      #expect(body.contains("# not translated (Fastfile:1), because "), "\(body)")
    }
    for text in [
      "require 'json'", "fastlane_require 'x'", "desc <<~TEXT.chomp\n  a\nTEXT", "class A\nend", "X = ENV['Y']",
      "ENV['FASTLANE_SKIP_UPDATE_CHECK'] = '1'",
      "def x\n  scan\nend", "after_all { |lane| slack(message: \"#{lane} done\") }",
    ] {
      let body = translation("\(text)\nlane(:a) { ensure_git_status_clean }").body
      #expect(!body.contains("before_all:"), "\(body)")
    }
  }

  static let reassignments = [
    "if ENV[\"MAJOR\"]\n  part = \"major\"\nend", "case x\nwhen 1 then part = \"major\"\nend",
    "begin\n  part = \"major\"\nrescue\nend", "x.each { |n| part = n }", "part, x = \"major\", 1",
    "part.replace(\"major\")", "part += \"x\"", "part << \"x\"", "part ||= x", "if a\n  if b\n    part = c\n  end\nend",
    "other = part\nother << \"x\"", "change(part)", "part.to_s << 'x'", "eval('part = 1')", "for part in x do y end",
    "part[0] = 'x'", "part = pick", "x(\"#{part << 'y'}\")", "begin; x; rescue => part; end", "part *= 2",
    "if ENV['X'] =~ /(?<part>.)/ then x end", "part = 'a' if x", "read { |a| part.upcase! }",
  ]

  @Test("do not use the first value of a variable that an untranslated statement may change", arguments: reassignments)
  func reassigned(statement: String) {
    let body = steps("part = \"patch\"\n\(statement)\nincrement_version_number(bump_type: part)")
    let line = body.split(separator: "\n").last ?? ""
    let number = 3 + statement.count { $0 == "\n" }
    #expect(line.hasPrefix("  # not translated (Fastfile:\(number + 1)), because "), "\(body)")
    #expect(line.hasSuffix(": increment_version_number(bump_type: part)"), "\(body)")
  }

  @Test("use values outside of lanes only if they are assigned once in all files")
  func sharedValues() {
    for (text, isKnown) in [
      ("X = 'minor'", true), ("X = 'minor'\nX = 'major'", false), ("X = 'minor'\ndef f\n  X << 'a'\nend", false),
      ("X = 'minor'\nlane(:b) { X.replace('a') }", false), ("X = 'minor'\nbefore_all { X = 'a' }", false),
    ] {
      let body = translation("\(text)\nlane(:a) { increment_version_number(bump_type: X) }").body
      #expect(body.contains("- bump: minor") == isKnown, "\(body)")
    }
    for name in ["x", "@x"] {
      let text =
        "\(name) = 'minor'\nlane(:a) { increment_version_number(bump_type: \(name)) }\nlane(:b) { \(name) = 'major' }"
      #expect(!translation(text).body.contains("- bump: minor"))
    }
  }

  @Test("raise in both branches of a condition, and know nothing of the version after it")
  func branches() {
    let branch = "if options[:x]\nincrement_version_number(bump_type: 'major')\n"
    #expect(
      steps(branch + "else\nincrement_version_number(bump_type: 'minor')\nend")
        == "steps:\n  - bump: major\n    if: x\n  - bump: minor\n    if: not x")
    #expect(steps(branch + "end\nincrement_version_number(bump_type: 'minor')").hasPrefix("steps:\n  # add what"))
  }

  @Test("have a default only if every read of the option has it")
  func defaults() {
    #expect(
      translation("lane(:a) { |o| puts o[:x] || 'y' }").body.contains("x:\n        default: \"y\""))
    #expect(
      translation("lane(:a) { |o| puts o[:x] || 'y'\n puts o[:x] }").body
        .contains("# left out (Fastfile:1), the lane is complete without it: puts o[:x] || 'y'"))
  }

  @Test("raise a podspec only if `bump` raises nothing else for it")
  func podspecs() {
    var project = FastlaneProject.sample
    project.manifests = ["A.podspec"]
    #expect(steps("version_bump_podspec(path: './A.podspec')", project: project) == "steps:\n  - bump: patch")
    project.manifests = ["A.podspec", "Sample.xcodeproj"]
    #expect(steps("version_bump_podspec", project: project).hasPrefix("steps:\n  # add what is missing"))
    #expect(
      steps("increment_version_number(bump_type: 'minor')\nversion_bump_podspec(bump_type: 'minor')", project: project)
        == """
        steps:
          - bump: minor
          # `bump` also raises `A.podspec`
          # the step above raises the version of the podspec, too
        """)
    let other = "increment_version_number(bump_type: 'minor')\nversion_bump_podspec"
    #expect(steps(other, project: project).hasPrefix("steps:\n  # add what is missing"))
  }

  @Test("set no version with more than numbers, which `bump` does not write into a project")
  func texts() {
    for value in ["'1.5.0-beta'", "get_version_number + '-alpha'", "\"#{options[:v]}-rc\""] {
      let body = steps("increment_version_number(version_number: \(value))\ncommit_version_bump(message: 'a')")
      #expect(body.contains("because `bump` writes only the numbers: increment_version_number("), "\(body)")
    }
    #expect(steps("increment_version_number(version_number: \"#{options[:major]}.0.1\")").contains("to: ${major}.0.1"))
  }

  @Test("raise the last number of a version with two or three")
  func lengths() {
    var project = FastlaneProject.sample
    project.versionLength = 2
    #expect(steps("increment_version_number", project: project) == "steps:\n  - bump: minor")
    project.versionLength = 1
    #expect(steps("increment_version_number", project: project).hasPrefix("steps:\n  # add what is missing"))
  }

  @Test("pushes only the branch that its action pushes")
  func pushedBranch() {
    let other = "push_to_git_remote(local_branch: \"HEAD\", remote_branch: \"develop\")"
    for (lines, expected) in [
      (other, "- ensure: {branch: develop}\n  - push"),
      ("ensure_git_branch(branch: 'develop')\n\(other)", "- ensure: {branch: develop}\n  - push"),
      ("push_to_git_remote(remote_branch: git_branch)", "- push"),
      ("push_to_git_remote(remote_branch: options[:to])", "- ensure: {branch: \"${to}\"}\n  - push"),
      ("push_to_git_remote(remote: 'up')\npush_to_git_remote", "- push: up\n  - push"),
      ("add_git_tag(tag: 'a')\npush_git_tags", "- tag: a\n  - push:\n      branch: false"),
      ("push_to_git_remote\npush_git_tags", "- push"),
    ] {
      #expect(steps(lines) == "steps:\n  " + expected)
    }
    for lines in [
      "push_to_git_remote(local_branch: \"a\", remote_branch: \"b\")",
      "add_git_tag(tag: 'a')\npush_to_git_remote(tags: false)",
    ] {
      #expect(steps(lines).hasPrefix("steps:\n  # add what is missing"))
    }
  }

  @Test("that call themselves stop")
  func breaksCircles() {
    let body = translation("lane(:a) { b }\nlane(:b) { a }\nlane(:c) { c }").body
    #expect(
      body == """
        lanes:
          a:
            steps:
              \(stop(1, "Fastfile:1", others: "Fastfile:1: lane `b` stops"))
              - lane: b

          b:
            steps:
              \(stop(1, "Fastfile:2"))
              # not translated (Fastfile:2), because the lanes call each other: a

          c:
            steps:
              \(stop(1, "Fastfile:3"))
              # not translated (Fastfile:3), because the lanes call each other: c
        """)
  }
}
