import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

@Suite("The step init")
struct InitStepTests {
  @Test("has the release of a project on a known forge published, with the draft before the push")
  func publishing() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.server = "https://github.com"
    let text = try planning.plan(InitStep()).text(of: "Releasefile")
    #expect(
      text?.hasSuffix(
        """
              - commit: Version ${version}
              - tag
              - push
              - publish_release         # a draft before the push; needs a token, see `martlet help step publish_release`

        """) == true, "\(text ?? "")")
  }

  @Test("writes a Releasefile for what it finds")
  func found() throws {
    let plan = try Planning(.clean(XcodeSample.files(version: "1.4.2", extensionVersion: "1.4.2"), tags: ["v1.4.2"]))
      .plan(InitStep())
    #expect(plan.lines.count == 1 && plan.lines[0].hasPrefix("init: write Releasefile -0 +"))
    #expect(
      plan.text(of: "Releasefile")
        == """
        # -*- mode: yaml -*-
        # How App is released: `martlet plan release` shows what would happen, `martlet run release` does it.
        project: App
        version: {tag: "v${version}"}
        manifests:
          - xcodeproj: App.xcodeproj
        before_all: [{ensure: {branch: main}}]

        lanes:
          release:
            summary: Prompt for the version, commit it, tag it and push both.
            steps:
              - bump: ask               # without a terminal: --answer version=minor
              - commit: Version ${version}
              - tag
              - push

        """)
  }

  @Test("creates a lane for the build number if a file contains both numbers")
  func build() throws {
    func text(_ files: [String: String]) throws -> String? {
      try Planning(.clean(files)).plan(InitStep()).text(of: "Releasefile")
    }
    let build = "      CURRENT_PROJECT_VERSION: 7\n"
    let project = "targets:\n  App:\n    settings:\n"
    let both = try #require(try text(["project.yml": project + "      MARKETING_VERSION: 1.4.2\n" + build]))
    #expect(both.contains("\n  build:\n") && both.contains("    steps: [bump: {build: increment}, "))
    #expect(try text(["project.yml": project + build, "VERSION": "1.4.2\n"])?.contains("build: increment") == false)
    #expect(try text(["VERSION": "1.4.2\n"])?.contains("build: increment") == false)
  }

  @Test("creates no lane for a build number that Apple's stores refuse after the next raise, and says why")
  func largeBuild() throws {
    let project = "targets:\n  App:\n    settings:\n      MARKETING_VERSION: 1.4.2\n"
    let plan = try Planning(.clean(["project.yml": project + "      CURRENT_PROJECT_VERSION: \"202608021044\"\n"]))
      .plan(InitStep())
    #expect(try !#require(plan.text(of: "Releasefile")).contains("build"))
    #expect(
      plan.remarks == [
        "decide: no lane raises the build number, because `202608021045` cannot be a `CFBundleVersion`: 202608021045 is "
          + "silently dropped by the store, expected at most 4294967295"
      ])
  }

  @Test(
    "creates a lane for the build number of a package if its Xcode project makes an app, or an Info.plist has the version",
    arguments: [
      ("application", "Facts.plist", true), ("framework", "Facts.plist", false), ("framework", "Info.plist", true),
    ])
  func buildOfPackage(product: String, list: String, isApp: Bool) throws {
    var files = XcodeSample.files(version: "1.4.2", extensionVersion: "1.4.2")
      .mapValues { $0.replacing("product-type.application", with: "product-type.\(product)") }
    files["Package.swift"] = "let package = Package(name: \"App\")\n"
    files["Shared.xcconfig", default: ""] += "CURRENT_PROJECT_VERSION = 7\n"
    files["App/\(list)"] = "<plist><dict><key>CFBundleShortVersionString</key><string>1.4.2</string></dict></plist>\n"
    let text = try #require(try Planning(.clean(files)).plan(InitStep()).text(of: "Releasefile"))
    #expect(text.contains("- plist: App/\(list)"))
    #expect(text.contains("\n  build:\n") == isApp)
  }

  @Test("creates no lane for the build number of a pod")
  func buildOfPod() throws {
    let files = [
      "Cool.podspec": "Pod::Spec.new do |s|\n  s.version = '1.4.2'\nend\n",
      "Cool.xcconfig": "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 7\n",
    ]
    let text = try #require(try Planning(.clean(files)).plan(InitStep()).text(of: "Releasefile"))
    #expect(text.contains("xcconfig: Cool.xcconfig") && !text.contains("build:"))
  }

  @Test("uses tags for the version if no manifest has one; a build number alone is not enough")
  func tags() throws {
    for files in [[:], ["project.yml": "targets:\n  App:\n    settings:\n      CURRENT_PROJECT_VERSION: 7\n"]] {
      let text = try #require(try Planning(.clean(files, tags: ["1.4.2"])).plan(InitStep()).text(of: "Releasefile"))
      #expect(text.contains(", source: tag}") && !text.contains("manifests:"))
    }
  }

  /// A workspace in which a project's specification and a podspec have these versions.
  private func world(_ project: String, _ pod: String, tag: String? = nil) -> TestWorkspace {
    .clean(
      [
        "project.yml": "targets:\n  App:\n    settings:\n      MARKETING_VERSION: \(project)\n",
        "CoolApp.podspec": "Pod::Spec.new do |s|\n  s.version = '\(pod)'\nend\n",
      ], tags: tag.map { [$0] } ?? [])
  }

  @Test(
    "omits versions that contradict the newest tag, or the highest version, and reports the choice",
    arguments: [
      (
        "2.7.0", "2.6.4", "2.6.4", ["podspec: CoolApp.podspec"],
        [
          "decide: `project.yml` has 2.7.0, but the project is at 2.6.4, so it is left out; to raise it, list it, too, then `martlet bump 2.7.0`"
        ]
      ),
      (
        "1.0", "5.0.7", "5.0.6", ["podspec: CoolApp.podspec"],
        [
          "decide: `project.yml` has 1.0, but the project is at 5.0.7, so it is left out; to raise it, list it, too, then `martlet bump 5.0.7`"
        ]
      ),
      (
        "1.0", "1.2.0", nil, ["podspec: CoolApp.podspec"],
        [
          "decide: `project.yml` has 1.0, but the project is at 1.2.0, so it is left out; to raise it, list it, too, then `martlet bump 1.2.0`"
        ]
      ),
      (
        "1.0", "1.0", "6.10.2", [],
        [
          "decide: `project.yml` has 1.0, but the tags are at 6.10.2, so it is left out; to raise it, list it instead of `source: tag`, then `martlet bump 6.10.2`",
          "decide: `CoolApp.podspec` has 1.0, but the tags are at 6.10.2, so it is left out; to raise it, list it instead of `source: tag`, then `martlet bump 6.10.2`",
        ]
      ),
      (
        "1.4.2", "1.4.2", "1.5.0-beta.1", [],
        [
          "decide: `project.yml` has 1.4.2, but the tags are at 1.5.0-beta.1, so it is left out; to raise it, list it instead of `source: tag`, then `martlet bump 1.5.0-beta.1`",
          "decide: `CoolApp.podspec` has 1.4.2, but the tags are at 1.5.0-beta.1, so it is left out; to raise it, list it instead of `source: tag`, then `martlet bump 1.5.0-beta.1`",
        ]
      ),
    ])
  func contradictions(
    _ plain: String, _ pod: String, _ tag: String?, _ kept: [String], _ remarks: [String]
  ) throws {
    let world = world(plain, pod, tag: tag)
    let plan = try Planning(world).plan(InitStep())
    #expect(plan.remarks == remarks)
    let text = try #require(plan.text(of: "Releasefile"))
    #expect(kept.allSatisfy { text.contains("\n  - \($0)\n") })
    #expect(text.contains("source: tag") == kept.isEmpty)
    // The requirements of `martlet check`.
    let releasefile = try Releasefile(SourceText(path: "Releasefile", text: text), vocabulary: .standard)
    #expect((releasefile.manifests ?? []).count == kept.count)
    var checked = Planning(world)
    checked.head = String(text.prefix(upTo: try #require(text.firstRange(of: "lanes:")).lowerBound))
    #expect(try checked.plan("- ensure: consistent").remarks == [])
  }

  @Test("takes the project's name from the remote before the folder")
  func origin() throws {
    var world = TestWorkspace.clean(["VERSION": "1.4.2\n"])
    world.folderName = "src"
    let text = try #require(try Planning(world).plan(InitStep()).text(of: "Releasefile"))
    #expect(text.contains("\nproject: CoolApp\n"))
  }

  @Test(
    "raises the build number with the version if the last release did, and has a lane for it if it was raised since")
  func buildWithVersion() throws {
    func text(of releases: [String], now: String? = nil) throws -> String {
      var planning = Planning(
        version: nil, history: ["tag 1.3.0", "a", "tag 1.4.0", "b"],
        files: ["App.xcconfig": "MARKETING_VERSION = 1.4.0\nCURRENT_PROJECT_VERSION = \(now ?? releases[1])\n"])
      for (tag, build) in zip(["1.3.0", "1.4.0"], releases) {
        let id = try #require(planning.world.tagNames?[tag])
        planning.world.pastFiles[id] = [
          "App.xcconfig": "MARKETING_VERSION = \(tag)\nCURRENT_PROJECT_VERSION = \(build)\n"
        ]
      }
      planning.head = ""
      return try #require(try planning.plan(InitStep()).text(of: "Releasefile"))
    }
    let raised = try text(of: ["12", "13"])
    #expect(raised.contains("      - bump: {build: increment}  # as in the last releases\n"))
    #expect(!raised.contains("\n  build:\n"))
    let later = try text(of: ["13", "13"], now: "14")
    #expect(!later.contains("as in the last releases"))
    #expect(later.contains("\n  build:\n"))
    #expect(!(try text(of: ["13", "13"]).contains("build")))
    #expect(try text(of: ["20261103.906", "20261121.1830"]).contains("      - bump: {build: timestamp}  # as in"))
    #expect(try text(of: ["2.8", "2.9"]).contains("      - bump: {build: increment}  # as in"))
  }

  private static let podspec = "Pod::Spec.new do |s|\n  s.version = '2.0.0'\nend\n"

  @Test(
    "writes a valid Releasefile, with any names",
    arguments: ["CoolApp", "a: b", "yes", "1.10", "\"q\"\\", "# x", "Ünï"])
  func names(name: String) throws {
    var world = TestWorkspace.clean(["VERSION": "1.4.2\n"])
    world.folderName = name
    world.remotes = []
    world.headState = .branch("release/# 1", .first)
    let text = try #require(try Planning(world).plan(InitStep()).text(of: "Releasefile"))
    let releasefile = try Releasefile(SourceText(path: "Releasefile", text: text), vocabulary: .standard)
    #expect(releasefile.project == name)
    #expect(releasefile.lifeCycle.beforeAll.count == 1)
    #expect(releasefile.lanes.map(\.name) == ["release"])
  }

  @Test("accepts a branch without a commit")
  func unborn() throws {
    var world = TestWorkspace.clean(["VERSION": "1.4.2\n"])
    world.headState = .unborn("trunk")
    #expect(try Planning(world).plan(InitStep()).text(of: "Releasefile")?.contains("{branch: trunk}") == true)
  }

  @Test("reports if there is nothing to release")
  func nothing() throws {
    #expect(
      try Planning(.clean([:])).failure(InitStep())
        == """
        error: neither a file nor a tag contains a version
        hint: begin with a version, for example with `git tag 0.1.0`; if a file contains the version, add it to \
        `manifests:` in a Releasefile
        """)
  }
}
