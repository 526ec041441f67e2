import Lanes
import TestSupport
import Testing
import Versioning

@testable import Steps

@Suite("The step export")
struct ExportStepTests {
  @Test("exports the commit of the run, which nobody can know before")
  func plannedCommit() throws {
    #expect(
      try Planning(version: "1.4.2").plan("- bump: minor\n- commit\n- tag\n- export: dist/${project}-${version}.tar.gz")
        .lines.last == #"export: export entry 2 as tar.gz to file("dist/CoolApp-1.5.0.tar.gz")"#)
  }

  @Test("exports what is checked out, or what is named: a tag of the run, too")
  func revisions() throws {
    let planning = Planning(version: "1.4.2", tags: ["1.4.1"])
    #expect(try planning.plan("- export: a.tar").lines == [#"export: export 1111111 as tar to file("a.tar")"#])
    #expect(
      try planning.plan("- export: {output: a.tar, revision: 1.4.1}").lines == [
        #"export: export 1111111 as tar to file("a.tar")"#
      ])
    #expect(
      try planning.plan("- bump: minor\n- commit\n- tag\n- export: {output: a.tar, revision: '${tag}'}").lines.last
        == #"export: export entry 2 as tar to file("a.tar")"#)
    let tree = String(repeating: "2", count: 40)
    #expect(
      try planning.plan("- export: {output: a.tar, revision: '\(tree)'}").lines == [
        #"export: export tree 2222222 as tar to file("a.tar")"#
      ])
  }

  @Test("takes all its parameters along")
  func parameters() throws {
    #expect(
      try Planning(version: "1.4.2").plan(
        """
        - export:
            output: a.tgz
            prefix: A/
            exclude: [.nova, '*.log']
            paths: [Sources]
            submodules: include
            compressor: zlib
            level: 9
            checksum: true
        """
      ).lines == [
        #"export: export 1111111 as tar.gz to file("a.tgz"), below A/, without .nova *.log, of Sources, submodules include, by zlib, level 9, with checksum"#
      ])
    #expect(
      try Planning(version: "1.4.2").plan("- export: {directory: out, into: true}").lines == [
        #"export: export 1111111 as directory to into("out")"#
      ])
    #expect(
      try Planning(version: "1.4.2").plan("- export: {output: a.zip, level: 0}").lines == [
        #"export: export 1111111 as zip to file("a.zip"), level 0"#
      ])
  }

  @Test("tells later steps where it went at once, and what came of it when it is done")
  func outputs() throws {
    let plan = try Planning(version: "1.4.2").plan(
      "- export: a.zip\n  id: zip\n- message: ${steps.zip.path} of ${steps.zip.commit}")
    #expect(plan.lines == [#"export: export 1111111 as zip to file("a.zip"), awaited"#])
    #expect(
      try Planning(version: "1.4.2").failure("- export: a.zip\n  id: zip\n- message: ${steps.zip.sha}")
        == "error: step `zip` gives no `sha`, expected one of `commit`, `path`, `sha256`")
  }

  @Test(
    "stops at what cannot be meant",
    arguments: [
      ("- export: {}", "nowhere to export to, expected a file or a folder"),
      (
        "- export: {output: a.tar, directory: b}", "the file `a.tar` and the folder `b` together, expected one of them"
      ),
      (
        "- export: a.rar",
        """
        the name `a.rar` does not tell its format, expected one of `tar`, `tar.gz`, `tgz`, `zip`, `tar.zst`, `directory`
        hint: say which it is with `format`
        """
      ),
      ("- export: {directory: a, format: zip}", "the folder `a` is no archive, expected no `format` or `directory`"),
      (
        "- export: {output: a, format: directory}",
        "`directory` is no format for the file `a`, expected an archive's\nhint: name a folder with `directory`"
      ),
      ("- export: {directory: a, checksum: true}", "a checksum is written beside a file, expected one to export to"),
      ("- export: ../a.tar", "`../a.tar` is no path inside the repository"),
      ("- export: /a.tar", "`/a.tar` is no path inside the repository"),
      (
        "- export: {output: a.tar, prefix: ../x/}",
        "`../x/` leads out of the export, expected a path without `..` and not an absolute one"
      ),
    ])
  func refusals(step: String, message: String) throws {
    #expect(try Planning(version: "1.4.2").failure(step) == "error: \(message)")
  }
}
