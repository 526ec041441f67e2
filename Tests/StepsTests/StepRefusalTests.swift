import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Steps

/// Refusals that protect a release from a mistake that a later step, or a server, would not notice.
@Suite("A step that refuses")
struct StepRefusalTests {
  @Test("a build number that does not come after the current one, by any strategy")
  func buildNumber() throws {
    var planning = Planning(.clean(["App.xcconfig": "MARKETING_VERSION = 1.4.2\nCURRENT_PROJECT_VERSION = 60\n"]))
    planning.world.commits = 58
    func failure(_ number: Int) -> String {
      """
      error: build number `\(number)` does not come after `60`, expected a higher one
      hint: add `above: "${build}"`, which raises the current number if that is higher, or choose another way of `build`
      """
    }
    #expect(try planning.failure("- bump: {build: commit_count}") == failure(59))
    planning.world.commits = 59
    #expect(try planning.failure("- bump: {build: commit_count}") == failure(60))
    planning.world.commits = 60
    #expect(
      try planning.plan("- bump: {build: commit_count}").text(of: "App.xcconfig")?.contains(
        "CURRENT_PROJECT_VERSION = 61\n")
        == true)
  }

  @Test("more occurrences of a text than `at_most`")
  func replacements() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.files["a.txt"] = "x\nx\nx\n"
    func step(_ limits: String) -> String { "- replace: {file: a.txt, find: x, with: y, \(limits)}" }
    #expect(
      try planning.failure(step("at_most: 2"))
        == "error: found `x` 3 times in `a.txt` (lines 1, 2, 3), expected at most 2")
    #expect(
      try planning.failure(step("at_least: 1, at_most: 2"))
        == "error: found `x` 3 times in `a.txt` (lines 1, 2, 3), expected at least 1 and at most 2")
    #expect(try planning.plan(step("at_least: 1, at_most: 3")).text(of: "a.txt") == "y\ny\ny\n")
    planning.world.files["a.txt"] = "z\n"
    #expect(try planning.plan(step("at_most: 2")).lines == [])
  }

  @Test("to push a tag alone whose commit is not known to be on the remote")
  func unpushedHead() throws {
    var planning = Planning(version: "1.4.2", history: ["fix: a", "fix: b"])
    let log = try #require(planning.world.log)
    let steps = "- tag\n- push: {branch: false}"
    let head = log[0].id.short
    #expect(
      try planning.failure(steps) == """
        error: whether `main` of `origin` contains the commit \(head) is unknown, because that branch was never fetched
        hint: fetch it with `git fetch origin`
        """)
    planning.world.knownHead = log[1].id
    #expect(
      try planning.failure(steps).hasPrefix(
        "error: the commit \(head) is not in `main` of `origin` as of the last fetch, and only its tag would be pushed")
    )
    planning.world.knownHead = log[0].id
    #expect(try planning.plan(steps).lines.last == "push: push refs/tags/1.4.2:refs/tags/1.4.2 new to origin")
  }

  @Test("to publish a release again with other files")
  func otherRelease() throws {
    var planning = Planning(version: "1.4.2", tags: ["1.4.2"])
    planning.head = "forge: {kind: github}\n"
    planning.world.files["dist/App.zip"] = "app"
    let steps = "- publish_release: {assets: [dist/App.zip], notes: New}"
    planning.world.published["1.4.2"] = .value(
      PublishedRelease(url: "https://x.example/1.4.2", differences: ["App.zip"]))
    #expect(
      try planning.failure(steps) == """
        error: the release of `1.4.2` is published already, without these files or with others of their names: `App.zip`: https://x.example/1.4.2
        hint: Martlet changes no published release: raise the version
        """)
    planning.world.published["1.4.2"] = .value(PublishedRelease(url: "https://x.example/1.4.2", differences: []))
    #expect(
      try planning.plan(steps).remarks == [
        "nothing to do: the release of `1.4.2` is published with the same files: https://x.example/1.4.2"
      ])
  }

  @Test("to publish files elsewhere before the tag of the run is pushed")
  func unpushedTag() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.files["tool.rb"] = "tool"
    planning.world.branches["main"] = [:]
    let publish = "- publish_files: {files: {tool.rb: tool.rb}, repository: ../tap}"
    #expect(
      try planning.failure("- tag\n\(publish)") == """
        error: the tag `1.4.2` is not pushed before `publish_files`
        hint: put `push` before `publish_files`
        """)
    #expect(try planning.plan("- tag\n- push\n\(publish)").entries.count == 3)
  }

  @Test("to publish a folder as it is before a command that may change it")
  func folderBeforeCommand() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.files["site/index.html"] = "old"
    planning.world.branches["main"] = [:]
    func publication(_ steps: String) throws -> TreePublication? {
      let plan = try planning.preview("\(steps)\n- publish_files: {files: {site: site}, repository: ../tap}")
      return if case .publishTree(let publication)? = plan.entries.last?.effect { publication } else { nil }
    }
    #expect(try publication("- message: Hello")?.changes?.map(\.path) == ["site/index.html"])
    let awaited = try #require(try publication("- run: [make]"))
    #expect(awaited.changes == nil)
  }

  @Test("an empty environment variable as much as a missing one")
  func emptyVariable() throws {
    var planning = Planning(version: "1.4.2")
    planning.world.environment = ["A": "", "B": "b"]
    #expect(
      try planning.failure("- ensure: {environment: [A, B, C]}") == "error: missing environment variables: `A`, `C`")
  }

  @Test("two steps that publish one release")
  func publishedTwice() throws {
    var planning = Planning(version: "1.4.2")
    planning.head = "forge: {kind: github}\n"
    let publish = "- publish_release: {notes: New}\n"
    #expect(
      try planning.failure("- tag\n- push\n\(publish)\(publish)") == """
        error: the release of `1.4.2` is published by an earlier step already
        hint: remove one of the two steps
        """)
  }

  @Test("a comparison of interfaces that has a verdict and an error")
  func failedComparison() {
    #expect(InterfaceComparison("No breaking changes detected in Core\n")?.breaks == [])
    #expect(InterfaceComparison("No breaking changes detected in Core\nerror: fatalError\n") == nil)
    #expect(InterfaceComparison("error: no such tag\n") == nil)
  }

  // MARK: Releases

  @Test("takes no pre-release of a higher version for a reason not to be the latest")
  func latest() throws {
    func last(_ tags: [String]) throws -> String? {
      var planning = Planning(version: "1.4.2", tags: tags)
      planning.head = "forge: {kind: github}\n"
      return try planning.plan("- tag: 1.4.2\n- push\n- publish_release: {tag: 1.4.2, notes: New}").lines.dropLast()
        .last
    }
    #expect(try last(["2.0.0-beta.1"]) == "publish_release: publish 1.4.2 with [] latest")
    #expect(try last(["2.0.0"]) == "publish_release: publish 1.4.2 with []")
  }

  @Test("reads no pre-release before the last release as the current one")
  func oldPrerelease() throws {
    let planning = Planning(
      version: "1.5.0", history: ["tag 1.5.0-beta.1", "fix: a", "tag 1.5.0", "fix: b"])
    let history = try planning.history()
    #expect(history.released?.tag == "1.5.0" && history.prerelease == nil)
    let later = try Planning(version: "1.5.0", history: ["tag 1.5.0", "fix: b", "tag 1.6.0-beta.1", "fix: c"]).history()
    #expect(later.released?.tag == "1.5.0" && later.prerelease?.tag == "1.6.0-beta.1")
  }
}

extension Planning {
  /// The releases before HEAD, as the steps read them.
  fileprivate func history() throws -> ReleaseHistory {
    let context = PlanningContext(workspace: world, versions: ProjectVersion(), answers: answers)
    return try ReleaseHistory(of: Planner([], title: "test", in: context).draft)
  }
}
