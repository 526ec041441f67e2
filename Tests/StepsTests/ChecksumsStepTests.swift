import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("The step checksums")
struct ChecksumsStepTests {
  private static let app = "a172cedcae47474b615c54d510a5d84a8dea3032e958587430b413538be3f333"

  /// A project with two built files, on GitHub.
  private func planning() -> Planning {
    var planning = Planning(version: "1.4.2")
    planning.head = "forge: {kind: github}\n"
    planning.world.files["dist/Tool.zip"] = "tool"
    planning.world.files["dist/App.zip"] = "app"
    planning.world.files["other/App.zip"] = "other"
    planning.world.files[#"dist/a\b.zip"#] = "backslash"
    return planning
  }

  @Test("keeps the files, and lists them with bare names, sorted")
  func list() throws {
    let plan = try planning().plan("- checksums: {files: [dist/Tool.zip, dist/App.zip]}")
    #expect(
      plan.lines == [
        "checksums: keep dist/Tool.zip (4 7c9b)", "checksums: keep dist/App.zip (3 a172)",
        "checksums: write dist/SHA256SUMS -0 +2", "checksums: keep dist/SHA256SUMS (149 \(try digest(of: plan)))",
      ])
    let names = try #require(plan.text(of: "dist/SHA256SUMS")).split(separator: "\n").map { $0.dropFirst(64) }
    #expect(names == ["  App.zip", "  Tool.zip"])
    #expect(plan.text(of: "dist/SHA256SUMS")?.hasPrefix("\(Self.app)  App.zip\n") == true)
  }

  private func digest(of plan: Plan) throws -> String {
    let text = try #require(plan.text(of: "dist/SHA256SUMS"))
    return String(ContentDigest(of: Array(text.utf8)).hex.prefix(4))
  }

  @Test("a list that is right already is not written again")
  func same() throws {
    var planning = planning()
    let steps = "- checksums: {output: sums, files: dist/App.zip}"
    planning.world.files["sums"] = try planning.plan(steps).text(of: "sums")
    #expect(
      try planning.plan(steps).lines.map { $0.prefix(20) } == ["checksums: keep dist", "checksums: keep sums"])
    let withItself = "- checksums: {output: sums, files: [dist/App.zip, sums]}"
    #expect(try planning.plan(withItself).lines == planning.plan(steps).lines)
  }

  @Test("without `files`, lists what the run exports, and the release gets the same files with the list")
  func everything() throws {
    let steps = """
      - tag
      - export: {output: dist/New.tar, checksum: true}
      - checksums
      - push
      - publish_release: {notes: New}
      """
    #expect(
      try planning().preview(steps).lines.dropFirst(2).dropLast(3) == [
        "checksums: keep dist/New.tar (awaited)", "checksums: keep dist/New.tar.sha256 (awaited)",
        "checksums: write dist/SHA256SUMS -0 +2", "checksums: keep dist/SHA256SUMS (awaited)",
        "publish_release: draft 1.4.2 “CoolApp 1.4.2” on github origin/CoolApp: “New”",
        "publish_release: upload New.tar (awaited) to 1.4.2",
        "publish_release: upload New.tar.sha256 (awaited) to 1.4.2",
        "publish_release: upload SHA256SUMS (awaited) to 1.4.2",
      ])
  }

  @Test("without `files`, lists what other jobs have built and no bundle has, and the release gets the same files")
  func supplied() throws {
    var planning = planning()
    planning.world.suppliedFolder = "/built"
    for path in ["linux/tool", "linux/tool-linux.tar.gz", "macos/tool", "macos/tool-macos.tar.gz"] {
      planning.world.files["/built/\(path)"] = path
    }
    let steps = """
      - archive: {artifact_bundle: tool, variants: {x86_64-unknown-linux-gnu: linux/tool, arm64-apple-macosx: macos/tool}}
      - tag
      - checksums
      - push
      - publish_release: {notes: New}
      """
    #expect(
      try planning.preview(steps).lines.dropFirst(2).dropLast(3) == [
        "checksums: keep dist/tool.artifactbundle.zip (awaited)",
        "checksums: keep /built/linux/tool-linux.tar.gz (23 fb2e)",
        "checksums: keep /built/macos/tool-macos.tar.gz (23 a843)", "checksums: write dist/SHA256SUMS -0 +3",
        "checksums: keep dist/SHA256SUMS (awaited)",
        "publish_release: draft 1.4.2 “CoolApp 1.4.2” on github origin/CoolApp: “New”",
        "publish_release: upload tool.artifactbundle.zip (awaited) to 1.4.2",
        "publish_release: upload tool-linux.tar.gz (23 fb2e) to 1.4.2",
        "publish_release: upload tool-macos.tar.gz (23 a843) to 1.4.2",
        "publish_release: upload SHA256SUMS (awaited) to 1.4.2",
      ])
  }

  @Test("the release uploads the files that were hashed, and keeps them once")
  func keptOnce() throws {
    let steps = """
      - tag
      - {checksums: {files: dist/App.zip}, id: sums}
      - push
      - publish_release: {assets: [dist/App.zip, sums], notes: New}
      """
    #expect(
      try planning().plan(steps).lines.filter { $0.contains(" App.zip") || $0.contains("/App.zip") } == [
        "checksums: keep dist/App.zip (3 a172)", "publish_release: upload App.zip (3 a172) to 1.4.2",
      ])
  }

  @Test(
    "says what cannot be listed",
    arguments: [
      (
        "- checksums",
        "no files to hash: no earlier step exports an archive or makes artifacts\nhint: put `checksums` after the steps that make the files, or name the files with `files`"
      ),
      (
        "- checksums: {files: build/*.zip}",
        "no file `build/*.zip`, expected one that exists or that an earlier step makes\nhint: build it in a step before this one, correct the path in the Releasefile, or name the folder of files that are built elsewhere with `--artifacts`"
      ),
      (
        "- checksums: {files: [dist/App.zip, other/App.zip]}",
        "`dist/App.zip` and `other/App.zip` would both be the asset `App.zip`\nhint: give one of the files another name"
      ),
      (
        #"- checksums: {files: 'dist/a\b.zip'}"#,
        #"`dist/a\b.zip` cannot be in a list of checksums: its name has a line break or a backslash\#nhint: give the file another name"#
      ),
      (
        "- checksums: {files: dist/App.zip}\n- replace: {file: dist/App.zip, find: app, with: other}\n"
          + "- commit\n- tag\n- push\n- publish_release: {assets: dist/App.zip, notes: New}",
        "`dist/App.zip` was changed after the run had hashed it, expected the same bytes up to the release\nhint: move the step that changes it before the one that hashes it"
      ),
    ])
  func refusals(steps: String, words: String) throws {
    #expect(try planning().failure(steps) == "error: \(words)")
  }
}
