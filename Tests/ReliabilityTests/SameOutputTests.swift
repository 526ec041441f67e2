import Foundation
import Processes
import TestSupport
import Testing

/// Each process has its own hash seed, and with it another order of dictionaries and sets.
@Suite("The output of a command")
struct SameOutputTests {
  /// A repository with several things that a sort could take for equal.
  struct Fixture: CustomTestStringConvertible {
    let testDescription: String
    /// The tags on each commit, oldest first.
    let tags: [[String]]
    let files: [String: String]
  }

  private static let lane = "lanes:\n  release:\n    steps:\n      - bump: minor\n      - tag\n      - push\n"

  private static func packageTags(_ version: String) -> [String] {
    ["core", "app", "kit", "ui"].flatMap { name -> [String] in
      ["\(name)-\(version)", "\(name)/\(version)", "\(name)@\(version)", "\(version)-\(name)", "v\(version)-\(name)"]
    }
  }

  private static func variantTags(_ version: String) -> [String] {
    ["v\(version)-lite", "V\(version)-pro", "v\(version)", "release-\(version)", "prod-\(version)"]
  }

  private static func podspec(_ name: String, _ version: String) -> String {
    "Pod::Spec.new do |s|\n  s.name = '\(name)'\n  s.version = '\(version)'\nend\n"
  }

  private static let fixtures: [Fixture] = [
    Fixture(
      testDescription: "tags that differ only after the version",
      tags: [
        ["v/1.0.0"], ["v/1.1.0_beta1"], ["v/1.0.1"], ["v/1.1.0_beta2"], ["v/1.1.0_beta3"], ["v/1.1.0_beta4"],
      ],
      files: ["Releasefile": "version: {tag: \"v/${version}\", source: tag}\n\(lane)"]),
    Fixture(
      testDescription: "tags of builds whose numbers are the same",
      tags: [
        ["1.0.0", "builds/7", "builds/07"], ["builds/007", "release/b8", "release/b08", "release/b7"],
        ["release/live_b8", "1.0", "v1.0.0", "v1.0"],
      ],
      files: [
        "App.xcconfig": "MARKETING_VERSION = 1.0.0\nCURRENT_PROJECT_VERSION = 7\n",
        "Releasefile": """
        manifests: [{xcconfig: App.xcconfig}]
        lanes: {release: {steps: [bump: {build: increment}, commit]}}

        """,
      ]),
    Fixture(
      testDescription: "packages whose tags have several forms",
      tags: [packageTags("1.0.0"), packageTags("1.1.0")],
      files: [
        "core/package.json": "{\"version\": \"1.1.0\"}\n", "app/package.json": "{\"version\": \"1.1.0\"}\n",
        "kit/package.json": "{\"version\": \"1.1.0\"}\n",
      ]),
    Fixture(
      testDescription: "variants of a release, as often as each other",
      tags: ["1.0.0", "1.1.0", "1.2.0", "1.3.0"].map(variantTags),
      files: ["VERSION": "1.3.0\n", "Releasefile": lane]),
    Fixture(
      testDescription: "manifests that disagree",
      tags: [["1.0.0"]],
      files: [
        "A.podspec": podspec("A", "1.0.0"), "B.podspec": podspec("B", "1.1.0"), "C.podspec": podspec("C", "1.0"),
        "D.podspec": podspec("D", "1.2.0"), "VERSION": "1.1\n", "package.json": "{\"version\": \"1.2.0\"}\n",
      ]),
    Fixture(
      testDescription: "settings with several problems",
      tags: [["1.0.0"]],
      files: [
        "Config/Base.xcconfig": "A = $(MISSING_A) $(MISSING_B)\nB = $(MISSING_C)\nMARKETING_VERSION = 1.0.0\n",
        "Config/Debug.xcconfig": "#include \"Base.xcconfig\"\nA = $(MISSING_D)\nA[sdk=iphone*] = $(MISSING_E)\n",
        "Config/Release.xcconfig": "#include \"Base.xcconfig\"\n#include \"None.xcconfig\"\nC = $(MISSING_F)\n",
        "Releasefile": "manifests: [{xcconfig: Config/Base.xcconfig}]\n\(lane)",
      ]),
    Fixture(
      testDescription: "a Releasefile with packages, parameters and variables",
      tags: [["a/1.0.0", "b/1.0.0", "c/1.0.0"], []],
      files: [
        "a/VERSION": "1.0.0\n", "b/VERSION": "1.0.0\n", "c/VERSION": "1.0.0\n",
        "Releasefile": """
        packages:
          a: {path: a, manifests: [{plain: VERSION}]}
          b: {path: b, manifests: [{plain: VERSION}]}
          c: {path: c, manifests: [{plain: VERSION}]}
        lanes:
          release:
            parameters: {one: {env: ONE}, two: {default: x}, three: {default: y}}
            packages:
              - bump: auto
              - tag
            steps:
              - run: {shell: "true", environment: {A: "${one}", B: "${two}", C: "${three}", D: "${env.D}"}}
              - push

        """,
      ]),
    Fixture(
      testDescription: "a Releasefile with many mistakes",
      tags: [["1.0.0"]],
      files: [
        "VERSION": "1.0.0\n",
        "Releasefile": """
        manifests: [{plain: VERSION, x: 1, y: 2, z: 3}]
        one: 1
        two: 2
        lanes:
          a: {steps: [bumb: minor, tagg, {lane: b, with: {p: 1, q: 2, r: 3}}], x: 1, y: 2}
          b: {steps: [{lane: c}, {message: "${nothing} ${never} ${none}"}]}
          c: {steps: [{lane: a}]}

        """,
      ]),
  ]

  private static let commands = [
    ["version", "--explain"], ["plan", "release"], ["init", "--dry-run"], ["check", "--json"],
  ]

  @Test("is the same in thirty processes", arguments: fixtures)
  func isTheSame(_ fixture: Fixture) throws {
    let sandbox = try GitSandbox()
    for (number, tags) in fixture.tags.enumerated() {
      try sandbox.commit("feat: Change \(number)", number == 0 ? fixture.files : [:])
      for tag in tags { try sandbox.git("tag", tag) }
    }
    try sandbox.commit("feat: Change something since then")
    try sandbox.git("remote", "add", "origin", "https://forge.invalid/o/cool.git")
    let program = try MartletProgram.path()
    for words in Self.commands {
      var outputs: [String] = []
      for _ in 0..<30 {
        let result = try Command(program, words, environment: sandbox.environment, directory: sandbox.path).run()
        outputs.append("\(result.termination)\n\(result.outputText)\(result.errorText)")
      }
      #expect(
        Set(outputs).count == 1,
        "\(words.joined(separator: " ")): \(Set(outputs).sorted().joined(separator: "\n---\n"))")
    }
  }
}
