import Foundation
import MartletCore
import TestSupport
import Testing

@testable import Git

@Suite("The objects of a repository")
struct ObjectDatabaseTests {
  /// A repository with three commits, of which the second one is damaged: its header states a wrong length.
  private func damaged() throws -> (sandbox: GitSandbox, refused: GitError, ids: [ObjectID]) {
    let sandbox = try GitSandbox()
    let ids = try ["First", "Second", "Third"].map { subject in
      try #require(ObjectID(sandbox.commit(subject, ["file": subject])))
    }
    let path = "\(sandbox.path)/.git/objects/\(ids[1].hex.prefix(2))/\(ids[1].hex.dropFirst(2))"
    try sandbox.shell(
      """
      python3 - <<'END'
      import os, zlib
      body = zlib.decompress(open('\(path)', 'rb').read()).split(b'\\0', 1)[1]
      os.chmod('\(path)', 0o644)
      open('\(path)', 'wb').write(zlib.compress(b'commit 1\\0' + body))
      END
      """)
    let file = ".git/objects/\(ids[1].hex.prefix(2))/\(ids[1].hex.dropFirst(2))"
    let reason = "loose object \(ids[1]) (stored in \(file)) is corrupt"
    return (sandbox, .unusableObject(ids[1], reason: reason), ids)
  }

  @Test("are never those that are refused, whichever call reads them")
  func refused() throws {
    let (sandbox, error, ids) = try damaged()
    let repository = try sandbox.repository()
    #expect(throws: error) { try repository.commit(ids[1]) }
    #expect(throws: error) { try repository.contents(of: "file", in: ids[1]) }
    #expect(throws: error) { try repository.checkedOutContents(of: "file", in: ids[1]) }
    #expect(throws: error) { try repository.paths(differingBetween: ids[1], and: ids[2]) }
    #expect(throws: error) { try repository.exportSubject(ids[1], named: "Second") }
    #expect(throws: error) { try repository.history(from: ids[2], notFrom: []) }
    #expect(throws: error) { try repository.countOfCommits(reachableFrom: ids[2]) }
    #expect(throws: error) { try repository.isAncestor(ids[0], of: ids[2]) }
    #expect(throws: error) { try repository.storeTree(of: ids[1], with: []) }
    #expect(throws: error) { try repository.moveHead(from: ids[2], to: ids[1], message: "back", now: 0) }
    #expect(throws: error) {
      try repository.createTag(
        TagRequest(name: "1.0.0", commit: ids[1], message: "Tag", now: 1_800_000_000))
    }
    try sandbox.write(".git/refs/heads/main", "\(ids[1])\n")
    #expect(throws: error) { try repository.head() }
    #expect(throws: error) { try repository.status() }
    #expect(throws: error) { try repository.createCommit(sandbox.order(["file"])) }
  }

  @Test("are not looked up in a commit graph or a multi-pack index")
  func otherFiles() throws {
    let sandbox = try GitSandbox()
    for subject in ["First", "Second", "Third"] { try sandbox.commit(subject, ["file": subject]) }
    try sandbox.git("gc", "-q")
    try sandbox.git("commit-graph", "write", "--reachable")
    try sandbox.git("multi-pack-index", "write")
    // Of the right form, but every number is wrong.
    try sandbox.shell(
      """
      for file in .git/objects/info/commit-graph .git/objects/pack/multi-pack-index; do
        chmod u+w $file; head -c 8 $file >head; head -c 4000 /dev/zero | tr '\\0' '\\377' >rest; cat head rest >$file
      done
      """)
    let repository = try sandbox.repository()
    let head = try #require(try repository.head().commit)
    let messages = try repository.history(from: head, notFrom: []).map { String(decoding: $0.message, as: UTF8.self) }
    #expect(messages == ["Third\n", "Second\n", "First\n"])
  }

  @Test("can be named by their first digits, loose or packed", arguments: [false, true])
  func prefixes(isPacked: Bool) throws {
    let sandbox = try GitSandbox()
    let ids = try (0..<40).map { try #require(ObjectID(sandbox.commit("Commit \($0)", ["file": "\($0)"]))) }
    if isPacked { try sandbox.git("gc", "-q") }
    let repository = try sandbox.repository()
    for id in ids {
      #expect(try repository.object(named: String(id.hex.prefix(12))) == id)
      #expect(try repository.object(named: "\(id.hex.prefix(12))^{tree}") == sandbox.id("\(id)^{tree}"))
    }
    #expect(try repository.object(named: "0123456789ab") == nil)
  }

  @Test("include those that git packs or adds while the repository is open")
  func refresh() throws {
    let sandbox = try GitSandbox()
    let first = try #require(ObjectID(sandbox.commit("First", ["file": "1"])))
    let repository = try sandbox.repository()
    #expect(try repository.head().commit == first)
    let second = try #require(ObjectID(sandbox.commit("Second", ["file": "2"])))
    try sandbox.git("repack", "-adq")
    try sandbox.git("prune-packed")
    #expect(try repository.contents(of: "file", in: second) == Array("2".utf8))
    #expect(try repository.contents(of: "file", in: first) == Array("1".utf8))
    let missing = try #require(ObjectID(String(repeating: "1", count: 40)))
    #expect(throws: GitError.noSuchObject(missing)) { try repository.commit(missing) }
  }

  @Test("include those of alternates, loose and packed")
  func alternates() throws {
    let lender = try GitSandbox()
    let packed = try #require(ObjectID(lender.commit("First", ["file": "1"])))
    try lender.git("gc", "-q")
    let loose = try #require(ObjectID(lender.commit("Second", ["file": "2"])))
    let sandbox = try GitSandbox()
    try sandbox.write(".git/objects/info/alternates", "\(lender.path)/.git/objects\n")
    try sandbox.write(".git/refs/heads/main", "\(loose)\n")
    let repository = try sandbox.repository()
    #expect(try repository.head().commit == loose)
    #expect(try repository.contents(of: "file", in: packed) == Array("1".utf8))
    #expect(try repository.contents(of: "file", in: loose) == Array("2".utf8))
    #expect(try repository.history(from: loose, notFrom: []).map(\.id) == [loose, packed])
  }

  @Test("are written as git writes them: small and large files, commits and tags")
  func writes() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["file": "1"])
    let large = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try sandbox.write("large", large)
    try sandbox.write("file", "2")
    let repository = try sandbox.repository()
    let commit = try repository.createCommit(sandbox.order(["file", "large"]))
    let tag = try repository.createTag(
      TagRequest(name: "1.0.0", commit: commit, message: "Tag", now: 1_800_000_000))
    #expect(try sandbox.id("HEAD:large").hex == sandbox.git("hash-object", "large"))
    #expect(try sandbox.id("1.0.0") == tag)
    #expect(try sandbox.git("fsck", "--strict", "--no-dangling") == "")
    #expect(try repository.contents(of: "large", in: commit) == large)
  }

  @Test("have at most 4096 nested folders if git reads them recursively")
  func nesting() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["file": "1"])
    var tree = try sandbox.git("rev-parse", "HEAD^{tree}")
    let script = """
      import hashlib, os, sys, zlib
      name = '\(tree)'
      for _ in range(6000):
        body = b'40000 d\\0' + bytes.fromhex(name)
        raw = b'tree %d\\0' % len(body) + body
        name = hashlib.sha1(raw).hexdigest()
        os.makedirs('.git/objects/' + name[:2], exist_ok=True)
        open('.git/objects/' + name[:2] + '/' + name[2:], 'wb').write(zlib.compress(raw))
      print(name)
      """
    tree = try sandbox.run("python3", ["-c", script]).outputText
    let commit = try #require(ObjectID(try sandbox.git("commit-tree", "-m", "Deep", tree)))
    let repository = try sandbox.repository()
    let error = #expect(throws: GitError.self) { try repository.storeTree(of: commit, with: []) }
    guard case .unusableObject(_, reason: "it is a folder below more than 4095 others") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }
}
