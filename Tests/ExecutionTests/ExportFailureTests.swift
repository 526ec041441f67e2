import Archiving
import Foundation
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("A failed export leaves nothing behind")
struct ExportFailureTests {
  private let none = String(repeating: "7", count: 40)

  @Test("for a missing object, in every format", arguments: ArchiveFormat.allCases)
  func missing(format: ArchiveFormat) throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    try sandbox.commit("First", ["a": "a", "sub/b": "b"])
    let blob = try sandbox.git("rev-parse", "HEAD:sub/b")
    try sandbox.remove(".git/objects/\(blob.prefix(2))/\(blob.dropFirst(2))")
    #expect(
      try exporting.failure("HEAD", format) == """
        error: `sub/b` cannot be read: its object \(blob) is missing in the repository
        """)
  }

  @Test("for a damaged pack")
  func damagedPack() throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    try sandbox.commit("First", ["a": String(repeating: "abcdefgh", count: 5000), "b": "b"])
    try sandbox.git("gc", "--quiet")
    let folder = "\(sandbox.path)/.git/objects/pack"
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first { $0.hasSuffix(".pack") })
    let pack = try #require(FileManager.default.contents(atPath: "\(folder)/\(name)"))
    // Every byte except those of the header and the checksum, a few at a time.
    for position in stride(from: 14, to: pack.count - 24, by: 7) {
      var damaged = pack
      damaged[position] ^= 0x55
      try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: "\(folder)/\(name)")
      try damaged.write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
      let before = try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path).sorted()
      // Not every damage matters to this export; the others leave nothing behind.
      let result = Result { try exporting.export() }
      if case .success = result { try sandbox.folder.remove("ours") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.folder.path).sorted() == before)
    }
  }

  @Test("for blobs missing in a partial clone")
  func partial() throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    try sandbox.commit("First", ["a": "a"])
    let remote = try sandbox.addRemote()
    try sandbox.git("push", "--quiet", "origin", "main")
    try remote.git("config", "uploadpack.allowFilter", "true")
    let clone = Exporting(try sandbox.clone(remote, as: "partial", "--filter=blob:none", "--no-checkout"))
    let blob = try sandbox.git("rev-parse", "HEAD:a")
    #expect(
      try clone.failure() == """
        error: `a` cannot be read: its object \(blob) is missing in the repository
        hint: get what the partial clone left out with `git fetch --refetch --no-filter`
        """)
  }

  @Test("for a folder in which two names would collide on some disk")
  func collisions() throws {
    let exporting = try Exporting()
    try exporting.sandbox.commit("First", ["Read/Me": "1", "read/me": "2"])
    #expect(
      try exporting.failure("HEAD", .directory) == """
        error: the path `read` is refused: on some disks it is the same as another path of the tree
        hint: write a tar archive, or leave it out with `--exclude '/read'`
        """)
    try exporting.export("HEAD", .tar)
  }

  @Test("for a folder through a link that the tree has under the same name")
  func linkedParent() throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    try sandbox.commit("First", ["target": "/tmp", "x": "x"])
    let link = try sandbox.git("rev-parse", "HEAD:target")
    let blob = try sandbox.git("rev-parse", "HEAD:x")
    func tree(_ entries: [(String, String, String)]) throws -> String {
      var bytes: [UInt8] = []
      for (mode, name, id) in entries {
        bytes += Array("\(mode) \(name)".utf8) + [0] + (try #require(ObjectID(id))).bytes
      }
      try sandbox.folder.write("tree", bytes)
      defer { try? sandbox.folder.remove("tree") }
      return try sandbox.git("hash-object", "-w", "-t", "tree", "--literally", "\(sandbox.folder.path)/tree")
    }
    let inner = try tree([("100644", "escaped-\(UUID().uuidString)", blob)])
    let outer = try tree([("120000", "a", link), ("40000", "a", inner)])
    #expect(
      try exporting.failure(outer, .directory).hasPrefix(
        "error: the path `a` is refused: on some disks it is the same as another path of the tree\n"))
  }

  @Test("for a disk that cannot be written to, or an existing file")
  func places() throws {
    let exporting = try Exporting()
    let sandbox = exporting.sandbox
    try sandbox.commit("First", ["a/b": "b"])
    let folder = sandbox.folder.path
    try sandbox.folder.write("full/x", "x")
    func words(_ format: ArchiveFormat, _ destination: ArchiveWrite.Destination) -> String {
      do {
        try exporting.export("HEAD", format, to: destination)
        return "exported"
      } catch {
        return Exporting.words(of: error).replacing(folder, with: "$ROOT")
      }
    }
    #expect(words(.tar, .file("\(folder)/full")) == "error: `$ROOT/full` is not a regular file")
    #expect(
      words(.directory, .folder("\(folder)/full")) == """
        error: the folder `$ROOT/full` is not empty, expected an empty or missing folder
        hint: name another folder, or write into this one with `--into`
        """)
    #expect(
      words(.tar, .file("\(sandbox.path)/.git/a.tar")).hasSuffix(
        "/.git/a.tar` leads into a git directory, expected a file of the work tree"))
    #expect(words(.directory, .folder("\(folder)/full/x")) == "error: `$ROOT/full/x` is not a folder")
    try sandbox.folder.write("other/a", "a file")
    #expect(
      words(.directory, .into("\(folder)/other"))
        == "error: `$ROOT/other/a` is in the way: a folder cannot replace a file, nor a file a folder"
    )
    try sandbox.folder.makeFolder("linked")
    try sandbox.folder.link("linked/a", to: "../full")
    #expect(words(.directory, .into("\(folder)/linked")).hasPrefix("error: `$ROOT/linked/a` is in the way"))
    #expect(!sandbox.folder.has("full/b"))
  }
}
