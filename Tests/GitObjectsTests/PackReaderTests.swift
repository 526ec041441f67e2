import Foundation
import TestSupport
import Testing
import Versioning

@testable import Git

@Suite("Packs, read without libgit2")
struct PackReaderTests {
  /// A repository with histories that git makes deltas of.
  private func grown() throws -> GitSandbox {
    let sandbox = try GitSandbox()
    var lines = (0..<400).map { "line \($0) of the file\n" }
    for round in 0..<12 {
      lines[round * 7] = "round \(round)\n"
      lines.append("another \(round)\n")
      try sandbox.commit("Round \(round)", ["text": lines.joined(), "sub/\(round % 3)": lines.reversed().joined()])
    }
    try sandbox.write("binary", (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) })
    try sandbox.commit("Last", ["empty": ""])
    return sandbox
  }

  /// Compares every object of the repository with what git and libgit2 give.
  private func expectAllAsGit(_ sandbox: GitSandbox, packed: Bool = true) throws {
    let repository = try sandbox.repository()
    let store = PackStore(objects: "\(repository.commonDirectory)/objects")
    let plain = try ObjectReader(repository)
    let reader = try #require(PackReader(store))
    let listed = try sandbox.git("cat-file", "--batch-all-objects", "--batch-check").split(separator: "\n")
    for line in listed {
      let words = line.split(separator: " ").map(String.init)
      let id = try #require(ObjectID(words[0]).flatMap(RawObjectID.init))
      let theirs = try plain.read(id)
      guard let ours = reader.read(id) else {
        #expect(!packed, "\(line) is not read")
        continue
      }
      #expect("\(ours.kind)" == words[1])
      #expect(ours.contents.count == Int(words[2]))
      #expect(ours.contents.elementsEqual(theirs.contents), "\(line)")
      var parts: [UInt8] = []
      if try reader.stream(id, { parts += $0 }) { #expect(parts.elementsEqual(theirs.contents), "\(line) in parts") }
    }
    #expect(listed.count > 30)
  }

  @Test(
    "give what libgit2 and git give, however they are made",
    arguments: [
      ["repack", "-adq"], ["repack", "-adqF", "--depth=200", "--window=50"], ["repack", "-adqF", "--depth=0"],
      ["-c", "repack.useDeltaBaseOffset=false", "repack", "-adqF"], ["-c", "pack.indexVersion=1", "repack", "-adqF"],
      ["-c", "core.compression=0", "repack", "-adqF"], ["-c", "pack.packSizeLimit=1m", "repack", "-adqF"],
    ])
  func asGit(repack: [String]) throws {
    let sandbox = try grown()
    let result = try sandbox.run("git", repack)
    #expect(result.succeeded, "\(result.errorText)")
    if repack.contains("pack.indexVersion=1") {
      // Older than what is read here: left to libgit2.
      #expect(PackStore(objects: "\(sandbox.path)/.git/objects").packs.isEmpty)
    } else {
      try expectAllAsGit(sandbox)
    }
  }

  @Test("are several, and those of a repository that objects are borrowed from")
  func several() throws {
    let sandbox = try grown()
    try sandbox.git("repack", "-adq")
    try sandbox.commit("More", ["more": "more\n"])
    try sandbox.git("repack", "-dq")
    try expectAllAsGit(sandbox)
    let remote = try sandbox.addRemote()
    try sandbox.git("push", "-q", "origin", "main")
    try remote.git("repack", "-adq")
    let clone = try sandbox.clone(remote, as: "borrower")
    try clone.commit("Loose", ["loose": "loose\n"])
    try sandbox.folder.remove("borrower/.git/objects/pack")
    try sandbox.folder.makeFolder("borrower/.git/objects/pack")
    try sandbox.folder.write("borrower/.git/objects/info/alternates", "\(remote.path)/objects\n")
    try expectAllAsGit(clone, packed: false)
  }

  @Test("say nothing, or what was packed, when their bytes are damaged")
  func damaged() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    let sandbox = try grown()
    try sandbox.git("repack", "-adq")
    let folder = "\(sandbox.path)/.git/objects/pack"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let stem = try #require(names.first { $0.hasSuffix(".pack") }?.dropLast(5))
    let ids = try sandbox.git("cat-file", "--batch-all-objects", "--batch-check=%(objectname)").split(separator: "\n")
      .compactMap { ObjectID(String($0)).flatMap(RawObjectID.init) }
    for suffix in ["pack", "idx"] {
      let whole = try #require(FileManager.default.contents(atPath: "\(folder)/\(stem).\(suffix)"))
      for round in 0..<60 {
        var bytes = whole
        if round % 6 == 0 { bytes = bytes.prefix(Int.random(in: 0...whole.count, using: &random)) }
        for _ in 0..<4 where !bytes.isEmpty {
          bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        try sandbox.folder.write("damaged/pack/x.\(suffix)", Array(bytes))
        let other = suffix == "pack" ? "idx" : "pack"
        try sandbox.folder.write(
          "damaged/pack/x.\(other)",
          Array(try #require(FileManager.default.contents(atPath: "\(folder)/\(stem).\(other)"))))
        guard let reader = PackReader(PackStore(objects: "\(sandbox.folder.path)/damaged")) else { continue }
        for id in ids {
          _ = reader.read(id)
          _ = try? reader.stream(id) { _ in }
        }
      }
    }
  }

  @Test("make of a delta what it says, or nothing, whatever its bytes")
  func deltas() throws {
    let base = ObjectBuffer(.blob, length: 300)
    for index in 0..<300 {
      base.storage.storeBytes(of: UInt8(truncatingIfNeeded: index), toByteOffset: index, as: UInt8.self)
    }
    func applied(_ bytes: [UInt8]) -> [UInt8]? {
      bytes.withUnsafeBytes { bytes in Delta.applied(bytes, to: base).map { Array($0.bytes) } }
    }
    // Copies three bytes from the tenth on, then inserts two.
    #expect(applied([0xAC, 0x02, 5, 0x91, 10, 3, 2, 65, 66]) == [10, 11, 12, 65, 66])
    for wrong: [UInt8] in [
      [], [0xAC], [0xAC, 0x02], [0xAC, 0x02, 5], [0xAB, 0x02, 5, 0x91, 10, 3, 2, 65, 66], [0xAC, 0x02, 5, 0x91, 10, 6],
      [0xAC, 0x02, 5, 0x91, 255, 5, 0], [0xAC, 0x02, 1, 0x9F, 255, 255, 255, 255, 1], [0xAC, 0x02, 5, 5, 1, 2],
      [0xAC, 0x02, 1, 0], [0xAC, 0x02] + [UInt8](repeating: 0xFF, count: 12),
    ] { #expect(applied(wrong) == nil, "\(wrong)") }
  }
}
