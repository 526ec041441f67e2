import Foundation
import MartletCore
import TestSupport
import Testing

@testable import Git

@Suite("Packs")
struct PackReaderTests {
  /// A repository with histories for which git creates deltas.
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

  private func reader(of objects: String) throws -> PackReader {
    PackReader(PackStore(objects: objects), Inflater())
  }

  /// Compares every object of the repository with git's output.
  ///
  /// - Returns: The number of packed objects.
  @discardableResult
  private func expectAllAsGit(_ sandbox: GitSandbox) throws -> Int {
    let reader = try reader(of: "\(sandbox.path)/.git/objects")
    let listed = try sandbox.git("cat-file", "--batch-all-objects", "--batch-check").split(separator: "\n")
    var packed = 0
    for line in listed {
      let words = line.split(separator: " ").map(String.init)
      let id = try #require(ObjectID(words[0]).flatMap(RawObjectID.init))
      guard let object = try reader.read(id) else { continue }
      packed += 1
      let theirs = try sandbox.run("git", ["cat-file", words[1], words[0]]).output
      #expect(object.kind.rawValue == words[1])
      #expect(object.view.pointers.elementsEqual(theirs), "\(line)")
      var parts: [UInt8] = []
      if try reader.stream(id, { parts += $0.array }) { #expect(parts == theirs, "\(line) in parts") }
      #expect(try [0, theirs.count].contains(reader.lengthOfWhole(id)))
      let header = try #require(try reader.header(of: id))
      #expect(header.kind.rawValue == words[1] && header.length == theirs.count, "\(line)")
    }
    #expect(listed.count > 30)
    return listed.count - packed
  }

  @Test(
    "have git's contents, in every format",
    arguments: [
      ["repack", "-adq"], ["repack", "-adqF", "--depth=200", "--window=50"], ["repack", "-adqF", "--depth=0"],
      ["-c", "repack.useDeltaBaseOffset=false", "repack", "-adqF"], ["-c", "pack.indexVersion=1", "repack", "-adqF"],
      ["-c", "core.compression=0", "repack", "-adqF"], ["-c", "pack.packSizeLimit=1m", "repack", "-adqF"],
    ])
  func asGit(repack: [String]) throws {
    let sandbox = try grown()
    let result = try sandbox.run("git", repack)
    #expect(result.succeeded, "\(result.errorText)")
    #expect(try expectAllAsGit(sandbox) == 0)
  }

  @Test("can be several, including those of an alternate repository")
  func several() throws {
    let sandbox = try grown()
    try sandbox.git("repack", "-adq")
    try sandbox.commit("More", ["more": "more\n"])
    try sandbox.git("repack", "-dq")
    #expect(try expectAllAsGit(sandbox) == 0)
    let remote = try sandbox.addRemote()
    try sandbox.git("push", "-q", "origin", "main")
    try remote.git("repack", "-adq")
    let clone = try sandbox.clone(remote, as: "borrower")
    try clone.commit("Loose", ["loose": "loose\n"])
    try sandbox.folder.remove("borrower/.git/objects/pack")
    try sandbox.folder.makeFolder("borrower/.git/objects/pack")
    try sandbox.folder.write("borrower/.git/objects/info/alternates", "\(remote.path)/objects\n")
    // Its own commit, tree and file are loose.
    #expect(try expectAllAsGit(clone) == 3)
  }

  @Test("are refused, or have the packed contents, if their bytes are damaged")
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
        let reader = try reader(of: "\(sandbox.folder.path)/damaged")
        for id in ids {
          var count = 0
          let found = Result { try reader.read(id) }
          let streamed = Result { try reader.stream(id) { count += $0.count } }
          _ = Result { try reader.header(of: id) }
          guard case .success(let object?) = found, case .success(true) = streamed else { continue }
          #expect(count == object.length)
        }
      }
    }
  }
}
