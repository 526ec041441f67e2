import Archiving
import Foundation
import Git
import Lanes
import TestSupport
import Testing

@testable import Execution

@Suite("An export")
struct ExportTests {
  @Test("has the same bytes with any time zone, locale, mask, home and folder")
  func reproducible() throws {
    let exporting = try Exporting.difficult()
    let sandbox = exporting.sandbox
    for format in ArchiveFormat.allCases where format != .directory {
      try exporting.export("HEAD", format, to: "first")
      let other = Exporting(sandbox.at("work"))
      other.sandbox.environment.merge(
        ["TZ": "Pacific/Kiritimati", "LC_ALL": "tr_TR.UTF-8", "HOME": "/nonexistent", "LANG": "C"]) { $1 }
      try sandbox.git("repack", "-adq", "--depth=1")
      try other.export("HEAD", format, to: "elsewhere/second")
      #expect(try exporting.bytes("first") == exporting.bytes("elsewhere/second"), "\(format)")
    }
  }

  @Test("has the same bytes with any number of threads")
  func threads() throws {
    let sandbox = try Exporting.difficult().sandbox
    let workspace = try Workspace(repositoryContaining: sandbox.path, environment: sandbox.environment)
    let subject = try workspace.repository.exportSubject("HEAD")
    for format in ArchiveFormat.allCases where format != .directory {
      let write = ArchiveWrite(.tree(subject.tree), as: format, to: .standardOutput, ExportOptions())
      let digests = try [1, 2, 7].map { threadCount in
        let walk = try ExportWalk(subject, in: workspace.repository, ExportOptions())
        let layout = try ExportLayout(
          write, ArchiveStamp(commit: subject.commit, time: 1), in: workspace.repository, folder: nil)
        var run = try ExportRun(walk, layout, to: ArchiveSink(isDigested: true) { _ in }, in: workspace)
        return try run.perform(threadCount: threadCount) { _ in }.sink.digest
      }
      #expect(digests[0] != nil && Set(digests).count == 1, "\(format)")
    }
  }

  @Test(
    "is readable by other programs, which find git's tree in it",
    arguments: [
      (ArchiveFormat.tar, "tarfile"), (.tarGzip, "tarfile"), (.zip, "zipfile"), (.tar, "bsdtar"),
      (.tarGzip, "bsdtar"), (.zip, "bsdtar"), (.zip, "unzip"), (.tarGzip, "tar"),
    ])
  func readers(format: ArchiveFormat, reader: String) throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    try sandbox.commit("First", ["a.txt": "a\n", "sub/é.txt": "é\n", "run.sh": "#!/bin/sh\n", "empty": ""])
    try sandbox.setMode(0o755, of: "run.sh")
    try sandbox.link("link", to: "a.txt")
    try sandbox.commit("Second", ["large": String(repeating: "0123456789abcdef", count: 200_000)])
    let expected = try sandbox.git("rev-parse", "HEAD^{tree}")
    try exporting.export("HEAD", format, to: "archive.\(format.rawValue)")
    let archive = "\(sandbox.folder.path)/archive.\(format.rawValue)"
    let script =
      switch reader {
      case "tarfile": "python3 -c 'import sys, tarfile; tarfile.open(sys.argv[1]).extractall(\".\")' \(archive)"
      case "zipfile": "python3 -c 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(\".\")' \(archive)"
      case "unzip": "unzip -q \(archive)"
      default: "\(reader) -xf \(archive)"
      }
    let program = ["tarfile", "zipfile"].contains(reader) ? "python3" : reader
    guard ReferenceProgram(program) != nil else { return }
    try sandbox.folder.makeFolder("unpacked")
    // bsdtar and unzip decode names by the locale.
    #if os(macOS)
      sandbox.environment["LC_ALL"] = "en_US.UTF-8"
    #else
      sandbox.environment["LC_ALL"] = "C.UTF-8"
    #endif
    let unpacked = try sandbox.run("sh", ["-ec", "cd ../unpacked && \(script)"])
    #expect(unpacked.succeeded, "\(unpacked.outputText)\(unpacked.errorText)")
    // Python's zipfile supports neither modes nor links.
    guard reader != "zipfile" else {
      #expect(sandbox.folder.read("unpacked/sub/é.txt") == "é\n")
      return
    }
    let other = sandbox.at("unpacked")
    try other.git("init", "--quiet")
    try other.git("add", "--all")
    #expect(try other.git("write-tree") == expected)
  }

  @Test("into a folder is the committed tree, with its modes and times")
  func folder() throws {
    let exporting = try Exporting.difficult()
    let sandbox = exporting.sandbox
    let result = try exporting.export("HEAD", .directory, to: "out") { $0.prefix = "x/y/" }
    #expect(result.commit?.hex == (try sandbox.git("rev-parse", "HEAD")))
    try sandbox.folder.makeFolder("unpacked")
    try sandbox.folder.write("git.tar", try exporting.git("--format=tar", "--prefix=x/y/", "HEAD"))
    #expect(try sandbox.run("tar", ["-xf", "../git.tar", "-C", "../unpacked"]).succeeded)
    let difference = try sandbox.run("diff", ["-r", "--no-dereference", "../out", "../unpacked"])
    #expect(difference.succeeded, "\(difference.outputText)")
    let facts = try sandbox.run("find", ["../out", "-type", "f", "-name", "run.sh", "-printf", "%m %T@"])
    if facts.succeeded { #expect(facts.outputText.hasPrefix("755 1767225660")) }
  }

  @Test("into an existing folder replaces files of the same names, and keeps the others")
  func into() throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    try sandbox.commit("First", ["a": "new", "sub/b": "b"])
    try sandbox.folder.write("out/a", "old")
    try sandbox.folder.write("out/sub/mine", "mine")
    try exporting.export("HEAD", .directory, to: .into("\(sandbox.folder.path)/out"))
    #expect(sandbox.folder.read("out/a") == "new")
    #expect(sandbox.folder.read("out/sub/b") == "b")
    #expect(sandbox.folder.read("out/sub/mine") == "mine")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.folder.path)/out").sorted() == ["a", "sub"])
  }

  @Test("omits files that match a pattern, and folders that become empty")
  func excludes() throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    try sandbox.commit(
      "First", [".nova/x": "x", "a": "a", "b/.nova/y": "y", "b/c": "c", "only/z.log": "z", "top": "t", "b/top": "t"])
    try exporting.export("HEAD", .tar, to: "ours.tar") { $0.excludes = [".nova", "*.log", "/top"] }
    let listed = try sandbox.run("tar", ["-tf", "../ours.tar"]).outputText
    #expect(listed == "a\nb/\nb/c\nb/top")
  }

  @Test("includes the contents of submodules on request")
  func submodules() throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    let inner = sandbox.at("inner")
    try sandbox.folder.makeFolder("inner")
    try inner.git("init", "--quiet", "--initial-branch=main")
    try inner.commit("Inner", ["deep/file": "inside\n", "gone": "x", ".gitattributes": "gone export-ignore\n"])
    try sandbox.commit("First", ["a": "a"])
    try sandbox.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", "\(inner.path)", "lib/inner")
    try sandbox.commit("Second")
    try exporting.export("HEAD", .tar, to: "ours.tar") { $0.submodules = .include }
    #expect(
      try sandbox.run("tar", ["-tf", "../ours.tar"]).outputText
        == ".gitmodules\na\nlib/\nlib/inner/\nlib/inner/.gitattributes\nlib/inner/deep/\nlib/inner/deep/file")
  }

  @Test(
    "writes a checksum that sha256sum checks",
    .enabled(if: ReferenceProgram("sha256sum") != nil, "there is no sha256sum"))
  func checksum() throws {
    let exporting = try Exporting()
    try exporting.sandbox.commit("First", ["a": "a"])
    let result = try exporting.export("HEAD", .tarGzip, to: "a b.tar.gz") { $0.hasChecksum = true }
    let line = try #require(exporting.sandbox.folder.read("a b.tar.gz.sha256"))
    #expect(line == "\(result.digest?.hex ?? "")  a b.tar.gz\n")
    let judge = try #require(ReferenceProgram("sha256sum"))
    #expect(try judge.run(["-c", "a b.tar.gz.sha256"], in: exporting.sandbox.folder).status == 0)
  }

  @Test("is undone with the run, which restores the previous file")
  func undone() throws {
    let release = try Release(dirt: false)
    let sandbox = release.sandbox
    let folder = sandbox.folder.path
    try sandbox.folder.write("old.tar", "old")
    func write(_ format: ArchiveFormat, _ destination: ArchiveWrite.Destination) throws -> Effect {
      var terms = ExportOptions()
      terms.hasChecksum = format == .tar
      return .writeArchive(
        ArchiveWrite(.commit(.existing(try release.id(release.base))), as: format, to: destination, terms))
    }
    let effects: [Effect] = [
      try write(.tar, .file("\(folder)/old.tar")), try write(.zip, .file("\(folder)/new/deep/new.zip")),
      try write(.directory, .folder("\(folder)/out")), .showMessage("done"),
      release.write("VERSION", "1.5.0\n"), try release.commit("VERSION"), release.tag(at: .planned(entry: 6)),
      release.push("1.5.0"),
    ]
    try release.origin.hook("update", "exit 1")
    let before = try FolderSnapshot(of: folder, without: ["work/.git", "origin.git"])
    let words = try release.words(of: Release.plan(effects))
    #expect(words.contains("nothing is public, and everything was undone"), "\(words)")
    #expect(try FolderSnapshot(of: folder, without: ["work/.git", "origin.git"]).differences(from: before) == [])
  }
}
