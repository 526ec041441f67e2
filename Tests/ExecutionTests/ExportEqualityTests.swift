import Archiving
import Foundation
import Lanes
import TestSupport
import Testing

@testable import Execution

@Suite("An export has the bytes of git archive")
struct ExportEqualityTests {
  @Test("of a difficult repository, for tar, zip and tar.gz, with any options")
  func difficult() throws {
    let exporting = try Exporting.difficult()
    let sandbox = exporting.sandbox
    let cases: [(revision: String, arguments: [String], change: (inout ExportOptions) -> Void)] = [
      ("HEAD", [], { _ in }), ("v1", [], { _ in }), ("outer", [], { _ in }),
      ("HEAD", ["--prefix=CoolApp/"], { $0.prefix = "CoolApp/" }), ("HEAD", ["--prefix=a/b-"], { $0.prefix = "a/b-" }),
      (
        "HEAD", ["--prefix=\(String(repeating: "q", count: 90))/"],
        { $0.prefix = "\(String(repeating: "q", count: 90))/" }
      ),
      ("HEAD", ["--prefix=slashes//"], { $0.prefix = "slashes//" }),
    ]
    for (revision, arguments, change) in cases {
      try exporting.export(revision, .tar, to: "ours.tar", change)
      try sandbox.folder.write("git.tar", try exporting.git("--format=tar", arguments, revision))
      try expectEqual("ours.tar", "git.tar", sandbox, "\(revision) \(arguments)")
    }
    let limits = [["text"], ["*.txt"], ["sizes", ":!sizes/51*"], ["lib"], ["lib/module"], [":(glob)**/out", "a"]]
    for paths in limits {
      try exporting.export("HEAD", .tar, to: "ours.tar") { $0.paths = paths }
      try sandbox.folder.write("git.tar", try exporting.git("--format=tar", ["HEAD", "--"], paths))
      try expectEqual("ours.tar", "git.tar", sandbox, "\(paths)")
    }
    try exporting.export("HEAD", .zip, to: "ours.zip")
    try expectSameZip("ours.zip", sandbox, "zip")
    try exporting.export("HEAD", .tarGzip, to: "ours.tgz")
    try sandbox.folder.write("git.tar", try exporting.git("--format=tar", "HEAD"))
    #expect(try sandbox.run("sh", ["-c", "gzip -dc ../ours.tgz > ../ours.tar"]).succeeded)
    try expectEqual("ours.tar", "git.tar", sandbox, "tar.gz")
  }

  @Test("of packed and replaced objects, and of a bare repository")
  func storage() throws {
    let exporting = try Exporting.difficult()
    let sandbox = exporting.sandbox
    let tar = try exporting.git("--format=tar", "HEAD")
    try sandbox.git("gc", "--quiet")
    try exporting.export(to: "packed")
    #expect(try exporting.bytes("packed") == tar)
    let remote = try sandbox.addRemote()
    try sandbox.git("push", "--quiet", "origin", "main")
    let bare = Exporting(sandbox.at("origin.git"))
    try bare.export("main", to: "bare")
    let bareTar = try sandbox.run("git", ["--git-dir", remote.path, "archive", "--format=tar", "main"]).output
    #expect(try bare.bytes("bare") == bareTar)
    try sandbox.write("other", "in place of it")
    let other = try sandbox.git("hash-object", "-w", "other")
    try sandbox.git("replace", "HEAD:run.sh", other)
    try exporting.export(to: "replaced")
    let replaced = try exporting.git("--format=tar", "HEAD")
    #expect(replaced != tar)
    #expect(try exporting.bytes("replaced") == replaced)
  }

  @Test(
    "according to the configuration",
    arguments: [
      ["tar.umask=user"], ["tar.umask=022"], ["tar.umask=0"], ["core.autocrlf=true"], ["core.autocrlf=input"],
      ["core.eol=crlf"], ["core.bigFileThreshold=600"], ["core.ignoreCase=true"], ["diff.x.binary=true"],
    ])
  func configuration(settings: [String]) throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    try sandbox.commit(
      "First",
      [
        ".gitattributes": "t* text\nu text=auto\n*.LOG export-ignore\nd* diff=x\nf filter=up\n", "t": "a\nb\n",
        "u": "a\nb\n", "v": "a\nb\n",
        "x.log": "log", "big": String(repeating: "12345\n", count: 200),
        "tbig": String(repeating: "12345\n", count: 200), "d": "text", "f": "up\n",
      ])
    try sandbox.git("config", "filter.up.smudge", "tr a-z A-Z")
    for setting in settings {
      let parts = setting.split(separator: "=").map(String.init)
      try sandbox.git("config", parts[0], parts[1])
    }
    try exporting.export(to: "ours.tar")
    #expect(try exporting.bytes("ours.tar") == exporting.git("--format=tar", "HEAD"))
    try exporting.export("HEAD", .zip, to: "ours.zip")
    try expectSameZip("ours.zip", sandbox, "\(settings)")
  }

  @Test("of an empty tree, of 66,000 entries, of a late date")
  func extremes() throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    try sandbox.commit("Empty")
    try exporting.export(to: "empty.tar")
    #expect(try exporting.bytes("empty.tar") == exporting.git("--format=tar", "HEAD"))
    try exporting.export("HEAD", .zip, to: "empty.zip")
    #expect(try exporting.bytes("empty.zip") == exporting.git("--format=zip", "HEAD"))
    sandbox.environment["GIT_COMMITTER_DATE"] = "@68719476736 +0000"
    try sandbox.commit("Late", ["seed": "seed"])
    try exporting.export(to: "late.tar")
    #expect(try exporting.bytes("late.tar") == exporting.git("--format=tar", "HEAD"))
    let blob = try sandbox.git("rev-parse", "HEAD:seed")
    let index = (0..<66_000).map { "100644 \(blob)\tf/\($0)\n" }.joined()
    try sandbox.folder.write("index", index)
    _ = try sandbox.run("sh", ["-c", "git update-index --index-info < ../index"])
    try sandbox.git("commit", "--quiet", "-m", "Many")
    // Only zip has a limit that so many entries exceed.
    try exporting.export("HEAD", .zip, to: "many.zip")
    try expectSameZip("many.zip", sandbox, "66,000 entries")
  }

  /// Compares a zip archive with that of git: everything but the compressed bytes, whose compressors differ.
  private func expectSameZip(_ ours: String, _ sandbox: GitSandbox, _ what: String) throws {
    let script = """
      import sys, zipfile
      def entries(path):
          archive = zipfile.ZipFile(path)
          names = ["filename", "date_time", "comment", "extra", "create_system", "create_version", "extract_version", "flag_bits",
                   "internal_attr", "external_attr", "CRC", "file_size", "orig_filename"]
          return archive.comment, [[getattr(one, name) for name in names] + [archive.read(one)] for one in archive.infolist()]
      ours, theirs = entries(sys.argv[1]), entries(sys.argv[2])
      sys.exit(0 if ours == theirs else "\\n".join(str(pair) for pair in zip(ours[1], theirs[1]) if pair[0] != pair[1]))
      """
    let (folder, theirs) = (sandbox.folder.path, "git-\(ours)")
    let environment = sandbox
    environment.environment["TZ"] = "UTC"
    #expect(try environment.run("git", ["archive", "--output", "../\(theirs)", "HEAD"]).succeeded)
    let result = try sandbox.run("python3", ["-c", script, "\(folder)/\(ours)", "\(folder)/\(theirs)"])
    #expect(result.succeeded, "\(what): \(result.errorText)")
  }

  private func expectEqual(_ ours: String, _ theirs: String, _ sandbox: GitSandbox, _ what: String) throws {
    let folder = sandbox.folder.path
    let result = try sandbox.run("cmp", ["\(folder)/\(ours)", "\(folder)/\(theirs)"])
    #expect(result.succeeded, "\(what): \(result.outputText)\(result.errorText)")
  }
}

extension Exporting {
  fileprivate func git(_ format: String, _ arguments: [String], _ others: String...) throws -> [UInt8] {
    try git(format, arguments, others)
  }

  fileprivate func git(_ format: String, _ arguments: [String], _ others: [String]) throws -> [UInt8] {
    let result = try sandbox.run("git", ["archive", format] + arguments + others)
    #expect(result.succeeded, "\(result.errorText)")
    return result.output
  }
}
