import Lanes
import MartletCore
import Steps
import TestSupport
import Testing

/// Cases of real repositories, reduced.
@Suite("The form of the newest tags")
struct NewestTagFormTests {
  private func tag(after history: [String], files: [String: String] = [:], _ steps: String) throws -> [String] {
    var planning = Planning(version: nil, history: history, files: files)
    planning.head = ""
    return try planning.plan(steps).lines.filter { $0.hasPrefix("tag:") }
  }

  @Test("is the form of the next one, even if an older form has more tags")
  func dead() throws {
    let history =
      ["1.0.0", "1.1.0", "1.2.0", "1.3.0"].flatMap { ["tag \($0)", "fix: a"] } + [
        "tag rel/1.3.1", "fix: b", "tag rel/1.3.2", "fix: c",
      ]
    #expect(
      try tag(after: history, "- bump: minor\n- tag").map { $0.prefix { $0 != "“" } } == ["tag: tag rel/1.4.0 "])
  }

  @Test("has the date of the build after the version, beside tags of another kind")
  func dateOfBuild() throws {
    let history = [
      "tag 2.4.12", "fix: a", "tag 2025.05.27", "fix: b", "tag 1.26.0.26042203", "fix: c", "tag 1.27.0.26061602",
      "fix: d",
      "tag 1.28.0.26070807", "fix: e",
    ]
    let files = ["App.xcconfig": "MARKETING_VERSION = 1.28.0\nCURRENT_PROJECT_VERSION = 26080901\n"]
    #expect(
      try tag(after: history, files: files, "- bump: minor\n- commit\n- tag").map { $0.prefix { $0 != "“" } }
        == ["tag: tag 1.29.0.26080901 "])
  }

  @Test("needs a build number, which the lane may have")
  func missingBuild() throws {
    let history = ["tag v1.27.0.2502", "fix: a", "tag v1.28.0.2503", "fix: b", "tag v1.29.0.2504", "fix: c"]
    let error = #expect(throws: StepFailure.self) { try tag(after: history, "- bump: minor\n- tag") }
    #expect(
      error?.diagnostics.map { $0.rendered() } == [
        """
        error: the tags have the form `v${version}.${build}`, and no manifest has a build number
         --> Releasefile:5:9
        hint: write the number in the lane, such as `tag: "v${version}.1"`
        """
      ])
    #expect(
      try tag(after: history, "- bump: minor\n- tag: \"v${version}.2505\"").map { $0.prefix { $0 != "“" } }
        == ["tag: tag v1.30.0.2505 "])
  }

  @Test("has the build number that the run raises")
  func build() throws {
    let history = ["tag 1.0.0", "fix: a", "tag production/1.3.0-12", "fix: b", "tag production/1.4.0-13", "fix: c"]
    let files = ["App.xcconfig": "MARKETING_VERSION = 1.4.0\nCURRENT_PROJECT_VERSION = 13\n"]
    #expect(
      try tag(after: history, files: files, "- bump: minor\n- bump: {build: increment}\n- commit\n- tag").map {
        $0.prefix { $0 != "“" }
      }
        == ["tag: tag production/1.5.0-14 "])
  }

  @Test(
    "stops a tag if Martlet does not know it, unless the Releasefile declares it",
    arguments: ["", "#${build}-Release"],
    [[], ["tag 1.5.2", "x", "tag 1.5.3", "y"]])
  func unknown(rest: String, older: [String]) throws {
    let history = older + ["tag 1.18.2#1-Release", "a", "tag 1.19.0#2-Release", "b", "tag 1.19.2#1-Release", "fix: c"]
    var planning = Planning(
      version: nil, history: history,
      files: ["App.xcconfig": "MARKETING_VERSION = 1.22.1\nCURRENT_PROJECT_VERSION = 3\n"])
    planning.head = "manifests: [{xcconfig: App.xcconfig}]\nversion: {tag: '${version}\(rest)'}\n"
    let steps = "- bump: minor\n- commit\n- tag"
    guard rest.isEmpty else {
      #expect(try planning.plan(steps).lines.last?.hasPrefix("tag: tag 1.23.0#3-Release ") == true)
      return
    }
    #expect(
      try planning.failure(steps) == """
        error: the tag `1.23.0` does not have the format of the existing tags, such as `1.19.2#1-Release`
        hint: set the format with `version: {tag: …}` in the Releasefile, or set `allow_other_format: true` on `tag`
        """)
    #expect(try planning.plan("- tag: {name: nightly, message: Nightly}").entries.count == 1)
  }

  @Test("with or without a `v` is read either way: the notes begin at the last release")
  func spelling() throws {
    var planning = Planning(
      version: nil, history: ["tag release/v1.3.0", "fix: a", "tag release/1.4.0", "fix: b"])
    planning.head = "version: {tag: 'release/v${version}'}\n"
    #expect(
      try planning.plan("- bump: auto\n- tag: {allow_other_format: true}").lines.map { $0.prefix { $0 != "“" } }
        == ["tag: tag release/v1.4.1 "])
  }

  @Test("stops a tag in another form, with the last tag")
  func other() throws {
    var planning = Planning(version: nil, history: ["tag 1.0.0", "a", "tag rel/1.3.1", "b", "tag rel/1.3.2", "c"])
    planning.head = "version: {tag: \"${version}\"}\n"
    #expect(
      try planning.failure("- bump: minor\n- tag") == """
        error: the tag `1.1.0` does not have the format of the existing tags, such as `rel/1.3.2`
        hint: set the format with `version: {tag: …}` in the Releasefile, or set `allow_other_format: true` on `tag`
        """)
    #expect(try planning.plan("- bump: minor\n- tag: {allow_other_format: true}").entries.count == 1)
  }

  @Test("stops a version if the newest tags only count the builds of releases")
  func counted() throws {
    func history(_ prefix: String) -> [String] {
      ["tag 1.0.0", "fix: a", "tag 1.1.0", "fix: b"] + (225...227).flatMap { ["tag \(prefix)\($0)", "fix: c\($0)"] }
    }
    var planning = Planning(version: nil, history: history("build/live_b"))
    planning.head = ""
    #expect(
      try planning.failure("- bump: minor") == """
        error: the newest tag `build/live_b227` has an unknown form, so the last release is unknown
        hint: declare the form of the next tag in a file `Releasefile`, such as `version: {tag: "${version}"}` to continue `1.1.0`
        """)
    // Older tags of the declared form do not make it that of the newest ones.
    planning.head = "version: {tag: \"${version}\"}\n"
    #expect(
      try planning.failure("- bump: minor\n- tag") == """
        error: the tag `1.2.0` does not have the format of the existing tags, such as `build/live_b227`
        hint: set the format with `version: {tag: …}` in the Releasefile, or set `allow_other_format: true` on `tag`
        """)
    // Builds of every day are no releases.
    #expect(try tag(after: history("build/nightly_b"), "- bump: minor\n- tag").count == 1)
  }

  @Test("is not known after a single tag of another form, until the Releasefile declares one of the two")
  func single() throws {
    for (tag, form) in [("v.1.4.0", "v.${version}"), ("V1.4.0", "V${version}"), ("rel/1.4.0", "rel/${version}")] {
      var planning = Planning(
        version: nil, history: ["tag v1.0.0", "fix: a", "tag v1.1.0", "fix: b", "tag \(tag)", "fix: c"])
      planning.head = ""
      for steps in ["- bump: minor", "- bump: auto", "- message: ${version}", "- tag"] {
        #expect(
          try planning.failure(steps) == """
            error: the newest tag `\(tag)` does not have the form of the releases before, such as `v1.1.0`
            hint: write `version: {tag: "v${version}"}` in a file `Releasefile` to continue `v1.1.0`, or `version: {tag: "\(form)"}` to continue `\(tag)`, which SwiftPM does not read
            """, "\(steps)")
      }
      for (declared, next) in [("v${version}", "v1.2.0"), (form, tag.replacing("1.4.0", with: "1.5.0"))] {
        planning.head = "version: {tag: \"\(declared)\"}\n"
        #expect(
          try planning.plan("- bump: minor\n- tag").lines.map { $0.prefix { $0 != "“" } } == ["tag: tag \(next) "])
      }
    }
    // At the commit of a later release it says nothing.
    #expect(
      try tag(after: ["tag v1.1.0", "fix: a", "tag V1.2.0", "tag v1.2.0", "fix: b"], "- bump: minor\n- tag").count == 1)
  }

  @Test("does not matter any more once the run has its tag")
  func ownTag() throws {
    var planning = Planning(
      version: nil, history: ["tag v1.0.0", "fix: a", "tag v1.1.0", "fix: b", "tag rel/1.2.0"],
      files: ["VERSION": "1.2.0\n"])
    planning.head = "manifests: [{plain: VERSION}]\nforge: {kind: github}\n"
    let lines = try planning.plan("- tag: rel/1.2.0\n- publish_release: {tag: rel/1.2.0}").lines
    #expect(lines.contains { $0.hasPrefix("publish_release: publish rel/1.2.0") }, "\(lines)")
  }

  @Test("is not known in a package if SwiftPM reads only older tags")
  func unreadByPackages() throws {
    let history = ["tag 1.0.0", "fix: a", "tag rel/1.3.1", "fix: b", "tag rel/1.3.2", "fix: c"]
    var planning = Planning(
      version: nil, history: history, files: ["Package.swift": "let package = Package(name: \"Cool\")\n"])
    planning.head = ""
    #expect(
      try planning.failure("- bump: minor") == """
        error: the newest tag `rel/1.3.2` does not have the form of the releases before, such as `1.0.0`
        hint: write `version: {tag: "${version}"}` in a file `Releasefile` to continue `1.0.0`, or `version: {tag: "rel/${version}"}` to continue `rel/1.3.2`, which SwiftPM does not read
        """)
  }

  @Test("of several packages stops every question for one version, with their tags and folders")
  func packages() throws {
    var planning = Planning(
      version: nil, history: ["tag 4.0.1", "a", "tag core/1.2.0", "b", "tag app/2.0.0", "c"],
      files: ["packages/core/Package.swift": "", "ios/App/App.podspec": ""])
    planning.head = ""
    planning.world.days = ["4.0.1": "2022-01-01", "core/1.2.0": "2026-01-01", "app/2.0.0": "2026-02-01"]
    let message = """
      error: the tags are of 2 packages, so the repository has no single version
        app/2.0.0   2026-02-01  ios/App
        core/1.2.0  2026-01-01  packages/core
      hint: declare the packages with `martlet init`; to release one of them alone, write `version: {tag: "app/${version}"}` in a Releasefile
      """
    for steps in ["- bump: minor", "- bump: auto", "- message: ${version}", "- tag"] {
      #expect(try planning.failure(steps) == message, "\(steps)")
    }
    planning.head = "version: {source: tag}\n"
    #expect(try planning.failure("- bump: minor") == message)
    planning.head = "version: {tag: \"core/${version}\"}\n"
    #expect(try planning.plan("- bump: minor").raise == "1.2.0 → 1.3.0")
  }
}
