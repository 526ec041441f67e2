import MartletCore
import Steps
import TestSupport
import Testing

@testable import Lanes

@Suite("The steps of a release on a forge")
struct ReleaseStepTests {
  private static let release = "- bump: minor\n- commit\n- tag\n"

  /// A project on GitHub with two built files.
  private func planning(tags: [String] = []) -> Planning {
    var planning = Planning(version: "1.4.2", tags: tags)
    planning.head = "forge: {kind: github}\n"
    planning.world.files["dist/App.zip"] = "app"
    planning.world.files["dist/Tool.zip"] = "tool"
    return planning
  }

  private func lines(_ steps: String, _ change: (inout Planning) -> Void = { _ in }) throws -> [String] {
    var planning = planning()
    change(&planning)
    return try planning.plan(Self.release + steps).lines.dropFirst(3).map { $0 }
  }

  @Test("draft, upload, push and publish, with the size and the digest of every file")
  func wholeRelease() throws {
    #expect(
      try lines("- push\n- publish_release: {assets: [dist/*.zip], notes: New}") == [
        "publish_release: keep dist/App.zip (3 a172)", "publish_release: keep dist/Tool.zip (4 7c9b)",
        "publish_release: draft 1.5.0 “CoolApp 1.5.0” on github origin/CoolApp: “New”",
        "publish_release: upload App.zip (3 a172) to 1.5.0", "publish_release: upload Tool.zip (4 7c9b) to 1.5.0",
        "push: push refs/heads/main:refs/heads/main, refs/tags/1.5.0:refs/tags/1.5.0 new to origin",
        "publish_release: publish 1.5.0 with [App.zip Tool.zip] latest", "publish_release: verify 1.5.0, []",
      ])
  }

  @Test("is not the latest one with `latest: false`, and is a pre-release if the step says so")
  func marks() throws {
    let marks = "- push\n- publish_release: {latest: false, prerelease: true, notes: New}"
    #expect(
      try lines(marks) == [
        "publish_release: draft 1.5.0 “CoolApp 1.5.0” on github origin/CoolApp: “New” pre-release",
        "push: push refs/heads/main:refs/heads/main, refs/tags/1.5.0:refs/tags/1.5.0 new to origin",
        "publish_release: publish 1.5.0 with []", "publish_release: verify 1.5.0, []",
      ])
  }

  @Test("a file that is not in the project comes from the folder of files that are built elsewhere, by its name")
  func suppliedFiles() throws {
    let lines = try lines("- push\n- publish_release: {assets: [dist/App.zip, Mac.zip, out/*.deb], notes: New}") {
      $0.world.suppliedFolder = "/built"
      for name in ["App.zip", "Mac.zip", "a.deb", "b.deb", "Other.rpm"] { $0.world.files["/built/\(name)"] = name }
    }
    #expect(
      lines.prefix(4) == [
        "publish_release: keep dist/App.zip (3 a172)", "publish_release: keep /built/Mac.zip (7 3181)",
        "publish_release: keep /built/a.deb (5 906a)", "publish_release: keep /built/b.deb (5 a07a)",
      ])
  }

  @Test("a file of the project is read after the commands before the step, because they may build it again")
  func builtAgain() throws {
    let steps = Self.release + "- run: make\n- push\n- publish_release: {assets: [dist/App.zip], notes: New}"
    #expect(try planning().plan(steps).lines.last?.hasPrefix("run: ") == true)
    #expect(try planning().preview(steps).lines.contains("publish_release: keep dist/App.zip (awaited)"))
  }

  @Test(
    "makes the draft after the push with `draft_first: false`, and if steps between them may make files",
    arguments: [
      ("- push\n", ", draft_first: false"), ("- push\n- {run: make, if: ci}\n", ""),
      ("- push\n- export: a.tar\n", ""), ("- confirm: {text: Push?, steps: [push]}\n", ""),
    ])
  func draftAfterPush(push: String, parameter: String) throws {
    let steps = "\(push)- publish_release: {assets: dist/App.zip, notes: New, title: 'App ${version}'\(parameter)}"
    #expect(
      try planning().preview(Self.release + steps).lines.suffix(5).map { $0.replacing("(awaited)", with: "(3 a172)") }
        == [
          "publish_release: keep dist/App.zip (3 a172)",
          "publish_release: draft 1.5.0 “App 1.5.0” on github origin/CoolApp: “New”",
          "publish_release: upload App.zip (3 a172) to 1.5.0", "publish_release: publish 1.5.0 with [App.zip] latest",
          "publish_release: verify 1.5.0, []",
        ])
  }

  @Test("a release with a condition that does not hold gets no draft")
  func condition() throws {
    #expect(try lines("- push\n- {publish_release: {notes: New}, if: branch == other}").count == 1)
  }

  @Test("each release of a push is drafted before it")
  func severalReleases() throws {
    let steps = """
      - tag: extra
      - push
      - publish_release: {notes: New}
      - publish_release: {tag: extra, notes: New}
      """
    #expect(
      try lines(steps).map { $0.prefix { $0 != "“" } }.suffix(7) == [
        "publish_release: draft 1.5.0 ", "publish_release: draft extra ",
        "push: push refs/heads/main:refs/heads/main, refs/tags/1.5.0:refs/tags/1.5.0 new, refs/tags/extra:refs/tags/extra new to origin",
        "publish_release: publish 1.5.0 with [] latest", "publish_release: verify 1.5.0, []",
        "publish_release: publish extra with [] latest", "publish_release: verify extra, []",
      ])
  }

  @Test("a pre-release is marked as one, and is not the latest")
  func prerelease() throws {
    var planning = planning()
    planning.world.files["VERSION"] = "1.5.0-beta.1\n"
    let lines = try planning.plan("- tag\n- push\n- publish_release: {notes: New}").lines
    #expect(
      lines.filter { $0.contains(": draft") || $0.contains(": publish") } == [
        "publish_release: draft 1.5.0-beta.1 “CoolApp 1.5.0-beta.1” on github origin/CoolApp: “New” pre-release",
        "publish_release: publish 1.5.0-beta.1 with []",
      ])
  }

  @Test("a fix of an older version is not the latest, unless the Releasefile says so")
  func oldLine() throws {
    func last(_ step: String) throws -> String? {
      try planning(tags: ["2.0.0"]).plan("- tag: 1.4.2\n- push\n- publish_release: \(step)").lines.dropLast().last
    }
    #expect(try last("{tag: 1.4.2, notes: New}") == "publish_release: publish 1.4.2 with []")
    #expect(try last("{tag: 1.4.2, notes: New, latest: true}") == "publish_release: publish 1.4.2 with [] latest")
  }

  @Test("the notes are the section of the changelog")
  func notes() throws {
    let lines = try lines("- push\n- publish_release") { planning in
      planning.world.files["CHANGELOG.md"] =
        "# Changelog\n\n## [1.5.0] - 2026-01-01\n\n- A window.\n\n## [1.4.2]\n\n- Old.\n"
    }
    #expect(
      lines.contains("publish_release: draft 1.5.0 “CoolApp 1.5.0” on github origin/CoolApp: “- A window.”"),
      "\(lines)")
  }

  @Test("an archive that the run exports is written first, then the step is planned with its digest")
  func exported() throws {
    let planning = planning()
    let steps = Self.release + "- export: dist/New.tar\n- push\n- publish_release: {notes: New}"
    #expect(try planning.plan(steps).lines.last == "export: export entry 2 as tar to file(\"dist/New.tar\")")
    #expect(
      try planning.preview(steps).lines.dropFirst(4).map { $0 } == [
        "publish_release: keep dist/New.tar (awaited)",
        "publish_release: draft 1.5.0 “CoolApp 1.5.0” on github origin/CoolApp: “New”",
        "publish_release: upload New.tar (awaited) to 1.5.0",
        "push: push refs/heads/main:refs/heads/main, refs/tags/1.5.0:refs/tags/1.5.0 new to origin",
        "publish_release: publish 1.5.0 with [New.tar] latest", "publish_release: verify 1.5.0, []",
      ])
  }

  @Test("an order that cannot work is refused where the step is")
  func order() throws {
    #expect(
      try planning().failure("- tag\n- publish_release\n- push").hasPrefix(
        "error: `publish_release` is before `push`, expected after it"))
  }

  @Test(
    "says what cannot be released",
    arguments: [
      (
        "- publish_release: {notes: New}",
        "no tag `1.4.2` to release\nhint: put `tag` before `publish_release`, or name a tag that exists with `tag:`"
      ),
      (
        "- tag\n- push\n- publish_release: {notes: New, assets: build/*.zip}",
        "no file `build/*.zip`, expected one that exists or that an earlier step makes\nhint: build it in a step before this one, correct the path in the Releasefile, or name the folder of files that are built elsewhere with `--artifacts`"
      ),
      (
        "- tag\n- push\n- publish_release: {notes: New, assets: [dist/App.zip, other/App.zip]}",
        "`dist/App.zip` and `other/App.zip` would both be the asset `App.zip`\nhint: give one of the files another name"
      ),
      (
        "- tag\n- push\n- publish_release: {notes: New, assets: empty.zip}",
        "the file `empty.zip` is empty, expected something to upload\nhint: build it again"
      ),
      (
        "- tag\n- push\n- publish_release: {notes: New}\n- publish_release: {title: Other}",
        "the release of `1.4.2` is published by an earlier step already\nhint: remove one of the two steps"
      ),
      (
        "- tag\n- publish_release: {notes: New}",
        "the tag `1.4.2` is not pushed before `publish_release`\nhint: put `push` before `publish_release`"
      ),
    ])
  func refusals(steps: String, words: String) throws {
    var planning = planning()
    planning.world.files["other/App.zip"] = "other"
    planning.world.files["empty.zip"] = ""
    #expect(try planning.failure(steps) == "error: \(words)")
  }

  @Test("a remote that shows no forge needs `forge:`")
  func unknownForge() throws {
    var planning = planning()
    planning.head = ""
    #expect(
      try planning.failure("- tag\n- push\n- publish_release: {notes: New}")
        == "error: the remote `origin` (`https://example.com/origin/CoolApp`) does not show which forge it is on, expected GitHub, GitLab or Forgejo\nhint: declare it in the Releasefile, for example with `forge: {kind: github}`"
    )
  }

  @Test("a declared forge needs a remote with owner and name")
  func unknownPath() throws {
    var planning = planning()
    planning.head = "forge: {kind: github}\n"
    planning.world.server = "/srv"
    #expect(
      try planning.failure("- tag\n- push\n- publish_release: {notes: New}")
        == "error: the remote `origin` (`/srv/origin/CoolApp`) does not show the owner and the name of the repository on GitHub\nhint: set the address of the repository there with `git remote set-url origin ADDRESS`"
    )
  }

  @Test("compares the binary targets of the tagged package, also with `martlet verify`")
  func verification() throws {
    func package(_ name: String) -> String {
      """
      // swift-tools-version: 6.0
      let package = Package(name: "Cool", targets: [
        .binaryTarget(name: "\(name)", url: "https://example.com/Core.zip", checksum: "abc"),
        .binaryTarget(name: "Local", path: "Local.xcframework"),
      ])
      """
    }
    let lines = try lines("- push\n- publish_release: {notes: New}") {
      $0.world.files["Package.swift"] = package("Core")
    }
    #expect(lines.last == "publish_release: verify 1.5.0, [\"Core\"]")
    var planning = planning(tags: ["1.4.2"])
    planning.world.files["Package.swift"] = package("Next")
    planning.world.pastFiles = [.first: ["Package.swift": package("Core")]]
    planning.world.server = "https://github.com"
    #expect(try planning.plan(VerifyReleaseStep(of: "1.4.2")).lines == ["verify: verify 1.4.2, [\"Core\"]"])
  }
}
