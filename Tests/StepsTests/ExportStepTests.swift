import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Steps

@Suite("The step export")
struct ExportStepTests {
  @Test("exports the commit of the run, whose id is unknown before")
  func plannedCommit() throws {
    #expect(
      try Planning(version: "1.4.2").plan("- bump: minor\n- commit\n- tag\n- export: dist/${project}-${version}.tar.gz")
        .lines.last == #"export: export entry 2 as tar.gz to file("dist/CoolApp-1.5.0.tar.gz")"#)
  }

  @Test("exports HEAD, or a named revision, including a tag of the run")
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

  @Test("passes on all its parameters")
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
            checksum: true
        """
      ).lines == [
        #"export: export 1111111 as tar.gz to file("a.tgz"), below A/, without .nova *.log, of Sources, submodules include, with checksum"#
      ])
    #expect(
      try Planning(version: "1.4.2").plan("- export: {directory: out, into: true}").lines == [
        #"export: export 1111111 as directory to into("out")"#
      ])
  }

  @Test("passes its path to later steps immediately, and its result after the export")
  func outputs() throws {
    let plan = try Planning(version: "1.4.2").plan(
      "- export: a.zip\n  id: zip\n- message: ${steps.zip.path} of ${steps.zip.commit}")
    #expect(plan.lines == [#"export: export 1111111 as zip to file("a.zip"), awaited"#])
    #expect(
      try Planning(version: "1.4.2").failure("- export: a.zip\n  id: zip\n- message: ${steps.zip.sha}")
        == "error: step `zip` has no output `sha`, expected one of `commit`, `path`, `sha256`")
  }

  @Test(
    "refuses invalid parameters",
    arguments: [
      (
        "- export: {}",
        """
        no export destination, expected a file or a folder
        hint: name a file with `output`, or a folder with `directory` (on the command line `--output` and `--directory`)
        """
      ),
      (
        "- export: {output: a.tar, directory: b}",
        "both the file `a.tar` and the folder `b` are given, expected one of them"
      ),
      (
        "- export: a.rar",
        """
        the format of `a.rar` is unknown, expected one of `tar`, `tar.gz`, `tgz`, `zip`, `directory`
        hint: set it with `format` (on the command line `--format`)
        """
      ),
      (
        "- export: {directory: a, format: zip}",
        "the folder `a` is not an archive, expected `format` to be `directory` or not set"
      ),
      (
        "- export: {output: a, format: directory}",
        "`directory` is not an archive format for the file `a`\nhint: name a folder with `directory`"
      ),
      ("- export: {directory: a, checksum: true}", "a checksum needs an archive file, expected an export to a file"),
      ("- export: ../a.tar", "`../a.tar` is not a path inside the repository"),
      ("- export: /a.tar", "`/a.tar` is not a path inside the repository"),
      (
        "- export: {output: a.tar, prefix: ../x/}",
        "`../x/` leads out of the export, expected a relative path without `..`"
      ),
    ])
  func refusals(step: String, message: String) throws {
    #expect(try Planning(version: "1.4.2").failure(step) == "error: \(message)")
  }
}
