import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

/// What a lane takes from elsewhere: options, imported files, methods, variables and actions.
extension FastfileLaneTests {
  @Test("give their options to a lane, and drop those that it does not read")
  func options() {
    let callee = "lane(:b) { |o| puts o[:x] }\n"
    #expect(
      translation(callee + "lane(:a) { |o| b(o) }").body.contains("with:\n            x: ${x}"))
    #expect(translation(callee + "lane(:a) { |o| b(y: sh('ls')) }").body.contains("# not translated"))
    #expect(!translation(callee + "lane(:a) { |o| b(y: 'z') }").body.contains("# not translated"))
  }

  @Test("include the lanes of imported files, with their own places")
  func imports() {
    var project = FastlaneProject.sample
    let other = SourceText(path: "shared/Lanes", text: "\nlane(:b) { ensure_git_status_clean\n gym }\n")
    project.read = { $0 == other.path ? other : nil }
    let (body, notes) = translation(
      "import '../shared/Lanes'\nlane(:a) { b }\n", path: "fastlane/Fastfile", project: project)
    #expect(
      body == """
        lanes:
          b:
            steps:
              \(stop(1, "shared/Lanes:3"))
              - ensure: clean
              # not translated (shared/Lanes:3), because building stays in fastlane: gym

          a:
            steps:
              \(stop(1, "fastlane/Fastfile:2", others: "fastlane/Fastfile:2: lane `b` stops"))
              - lane: b
        """)
    #expect(
      notes == [
        "shared/Lanes:3:2: lane `b` stops: 1 part is not translated",
        "fastlane/Fastfile:2:12: lane `a` stops: 1 part is not translated",
      ])
  }

  @Test("with methods include the steps of their bodies")
  func methods() {
    let text = "def check(name, branch: 'main')\n  puts name\n  ensure_git_branch(branch: branch)\nend\n"
    #expect(
      translation(text + "lane(:a) { check 'x' }").body
        == "lanes:\n  a:\n    steps:\n      - message: x\n      - ensure: {branch: main}")
    #expect(
      translation("def v\n  get_version_number\nend\nlane(:a) { add_git_tag(tag: \"v#{v}\") }").body
        .contains("steps:\n      - tag"))
  }

  @Test("with variables of a file for fastlane require them")
  func environmentFiles() {
    var project = FastlaneProject.sample
    project.variables = ["API_URL", "FASTLANE_HIDE_CHANGELOG"]
    project.variablesFile = "fastlane/.env"
    #expect(
      steps("sh 'ls'", project: project) == """
        steps:
          # fastlane also sets what is in fastlane/.env: export it before `martlet run`
          - ensure: {environment: [API_URL]}
          - run: [ls]
        """)
  }

  @Test("with an action of the project itself stop")
  func customActions() {
    var project = FastlaneProject.sample
    project.customActions = ["ensure_git_status_clean"]
    #expect(steps("ensure_git_status_clean", project: project).hasPrefix("steps:\n  # add what is missing"))
  }

  @Test("can be run by fastlane, with the options that are set, and then without the hooks of the Releasefile")
  func delegated() {
    let text =
      "platform :ios do\n before_all { ensure_git_status_clean }\n lane(:b) { |o| gym(scheme: o[:scheme]) }\n lane(:t) { puts 'a' }\nend"
    var project = FastlaneProject.sample
    project.hasGemfile = true
    let file = Fastfile(SourceText(path: "Fastfile", text: text), project: project, delegated: ["b"])
    #expect(file.incompletePublicLanes == ["b"])
    #expect(
      file.translated().lines.dropFirst().joined(separator: "\n") == """
        lanes:
          b:
            parameters:
              scheme:
            steps:
              - run:
                  shell: bundle exec fastlane ios b ${MARTLET_SCHEME:+"scheme:$MARTLET_SCHEME"}
                  outward: true

          t:
            steps:
              - message: a
            before_all:
              - ensure: clean
        """)
  }

  @Test("report how many parts are missing to `check`")
  func countsParts() {
    let body = steps("puts `ls`\ngym(a: 'b')")
    let script = body.split(separator: "\n").first { $0.contains("shell:") }!.drop { $0 != "\"" }.dropFirst().dropLast()
      .replacing("\\\\", with: "\\").replacing("\\\"", with: "\"")
    #expect(MissingParts.count(in: String(script)) == 2)
    #expect(MissingParts.count(in: "echo a >&2; exit 1") == nil)
  }
}
