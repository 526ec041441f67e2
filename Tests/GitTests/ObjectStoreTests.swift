import Foundation
import MartletCore
import Processes
import TestSupport
import Testing

@testable import Git

@Suite("The objects of a repository")
struct ObjectStoreTests {
  private let sandbox: GitSandbox
  /// The path of the only pack, without `.pack`.
  private let pack: String
  private let packed: ObjectID
  private let loose: ObjectID
  private let missing: ObjectID

  init() throws {
    sandbox = try GitSandbox()
    let objects = "\(sandbox.path)/.git/objects"
    try sandbox.commit("First", ["a": "a\n", "folder/b": "\0\n\n", "empty": ""])
    try sandbox.git("tag", "-a", "-m", "Tag", "1.0.0")
    try sandbox.git("gc", "-q")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(objects)/pack")
    pack = "\(objects)/pack/\(try #require(names.first { $0.hasSuffix(".pack") }).dropLast(5))"
    packed = try Self.raw(try sandbox.git("rev-parse", "HEAD"))
    loose = try Self.raw(try sandbox.commit("Second", ["a": "b\n"]))
    missing = try Self.raw(String(repeating: "1", count: 40))
  }

  private static func raw(_ hex: String) throws -> ObjectID {
    try #require(ObjectID(hex))
  }

  private func id(_ name: String) throws -> ObjectID { try Self.raw(try sandbox.git("rev-parse", name)) }

  private func store() throws -> ObjectStore { ObjectStore(try sandbox.repository().objectSource) }

  @Test("are those that git prints, loose and packed, of every kind")
  func asGit() throws {
    let list = try sandbox.git("cat-file", "--batch-all-objects", "--batch-check")
    let store = try store()
    var kinds = Set<ObjectKind>()
    for line in list.split(separator: "\n") {
      let words = line.split(separator: " ").map(String.init)
      let (id, kind) = (try Self.raw(words[0]), try #require(ObjectKind(rawValue: words[1])))
      let found = try #require(try store.read(id))
      let file = try sandbox.run("git", ["cat-file", words[1], words[0]]).output
      #expect(found.kind == kind && found.contents.array == file, "\(line)")
      #expect(try store.header(of: id).map { "\(id) \($0.kind) \($0.length)" } == String(line))
      kinds.insert(kind)
    }
    #expect(kinds == [.commit, .tree, .blob, .tag])
  }

  @Test("are nil if they are missing, also after git packs others, and the empty tree always exists")
  func exceptions() throws {
    let store = try store()
    #expect(try store.read(missing) == nil)
    #expect(try store.header(of: missing) == nil)
    let empty = try Self.raw("4b825dc642cb6eb9a060e54bf8d69288fbee4904")
    let found = try #require(try store.read(empty))
    #expect(found.kind == .tree && found.contents.count == 0)
    try sandbox.git("repack", "-adq")
    try sandbox.git("prune-packed")
    for id in [packed, loose] { #expect(try store.read(id)?.kind == .commit) }
    #expect(try store.header(of: missing) == nil)
  }

  @Test("can be read in parts, which end with the last byte, also if there is none")
  func parts() throws {
    let store = try store()
    func read(_ count: Int) throws -> String {
      var bytes = [UInt8](repeating: 0, count: count)
      try bytes.withUnsafeMutableBytes { try store.readOpened(into: $0) }
      return String(decoding: bytes, as: UTF8.self)
    }
    let (file, empty) = (try id("HEAD:a"), try id("HEAD:empty"))
    #expect(try store.open(file)?.length == 2)
    #expect(try read(1) == "b")
    #expect(try read(1) == "\n")
    #expect(try store.open(empty)?.length == 0)
    #expect(try read(0) == "")
    #expect(try store.open(file)?.length == 2)
    // The rest of a file is not the next object.
    #expect(try store.open(loose)?.kind == .commit)
    #expect(try store.open(missing) == nil)
    #expect(try store.read(file)?.contents.array == Array("b\n".utf8))
  }

  @Test("can be requested before they are read, in this order or another one")
  func prefetch() throws {
    let ids = try ["HEAD:a", "HEAD^:a", "HEAD:empty", "HEAD:folder/b", "HEAD:a"].map { try id($0) }
    let wanted = ["b\n", "a\n", "", "\0\n\n", "b\n"]
    let store = try store()
    func text(_ id: ObjectID) throws -> String? {
      try store.read(id).map { String(decoding: $0.contents.array, as: UTF8.self) }
    }
    for order in [[0, 1, 2, 3, 4], [1, 0, 2, 3, 4], [0, 1, 3], [0, 1, 2, 3, 4]] {
      store.prefetch(ids)
      for index in order { #expect(try text(ids[index]) == wanted[index], "\(order)") }
    }
    store.prefetch([ids[0], missing, ids[1]])
    #expect(try text(ids[0]) == wanted[0])
    #expect(try text(missing) == nil)
    #expect(try text(ids[1]) == wanted[1])
  }

  @Test("may be in a pack that git cannot use: any object that is nowhere else is refused with its reason")
  func refusedPacks() throws {
    let relative = ".git/objects/pack/\(pack.split(separator: "/").last ?? "")"
    // git opens a pack only for an object that its index has.
    for (script, reason, unread) in [
      ("printf XXXX | dd of=\(pack).pack conv=notrunc", "file \(relative).pack is not a GIT packfile", [packed]),
      (
        "head -c 1000 \(pack).idx >cut; cat cut >\(pack).idx", "index file \(relative).idx is too small",
        [packed, missing]
      ),
    ] {
      try sandbox.shell("chmod u+w \(pack).*; cp \(pack).pack pack; cp \(pack).idx idx; (\(script)) 2>errors")
      let store = try store()
      for id in unread {
        let refused = ObjectError.refused(RefusedObject(id: id, reason: reason))
        #expect(throws: refused) { try store.read(id) }
        #expect(throws: refused) { try store.header(of: id) }
      }
      #expect(try store.read(loose)?.kind == .commit)
      #expect(try store.header(of: loose)?.kind == .commit)
      try sandbox.shell("cat pack >\(pack).pack; cat idx >\(pack).idx")
    }
  }

  @Test("are refused where git would wait for a named pipe or read a device, which may be in the place of any file")
  func pipes() throws {
    let file = "\(sandbox.path)/.git/objects/\(LoosePath.of(loose))"
    try sandbox.shell("cp \(file) saved; rm -f \(file); mkfifo \(file)")
    let (first, reason) = (try store(), "is a named pipe, a socket or a device")
    #expect(throws: ObjectError.refused(RefusedObject(id: loose, reason: "`\(file)` \(reason)"))) {
      try first.read(loose)
    }
    #expect(try first.read(packed)?.kind == .commit)
    try sandbox.shell("rm \(file); cp saved \(file); rm -f \(pack).idx; ln -s /dev/zero \(pack).idx")
    let second = try store()
    #expect(throws: ObjectError.refused(RefusedObject(id: loose, reason: "`\(pack).idx` \(reason)"))) {
      try second.header(of: loose)
    }
  }

  @Test("are verified by their names unless they are files")
  func names() throws {
    let wrong = Refusal("its contents do not match its name")
    let store = try store()
    for name in ["HEAD", "HEAD^{tree}", "1.0.0"] {
      let id = try Self.raw(try sandbox.git("rev-parse", name))
      let (kind, contents) = try #require(try store.read(id))
      #expect(throws: Never.self) { try kind.check(contents, of: id) }
      #expect(throws: wrong) { try kind.check(contents, of: missing) }
      #expect(throws: Never.self) { try ObjectKind.blob.check(contents, of: missing) }
    }
  }

  @Test("that a partial clone has not fetched are missing: nothing is fetched")
  func partialClone() throws {
    try sandbox.git("config", "uploadpack.allowFilter", "true")
    try sandbox.git("clone", "-q", "--no-checkout", "--filter=blob:none", "file://\(sandbox.path)", "../partial")
    let clone = ObjectStore(try sandbox.at("partial").repository().objectSource)
    let file = try Self.raw(try sandbox.git("rev-parse", "HEAD:a"))
    for _ in 0..<2 {
      #expect(try clone.read(file) == nil)
      #expect(try clone.header(of: file) == nil)
      #expect(try clone.read(loose)?.kind == .commit)
    }
  }
}

/// Where git stores an object in a file of its own.
private enum LoosePath {
  static func of(_ id: ObjectID) -> String { "\(id.hex.prefix(2))/\(id.hex.dropFirst(2))" }
}

@Suite("The line before an object")
struct ObjectHeaderTests {
  private let id = ObjectID.zero

  @Test("has the name, the kind and the length")
  func valid() {
    let header = ObjectHeader(Array("\(id) blob 12".utf8), of: id)
    #expect(header?.kind == .blob && header?.length == 12)
  }

  @Test(
    "is none if a part is missing, or not what was requested",
    arguments: [
      "", " ", "ID", "ID missing", "ID blob", "ID blob ", "ID blob -1", "ID blob +1", "ID blob 1 ", "ID blob 1x",
      "ID  1",
      "ID evil 1", "ID blob 9223372036854775807", "ID blob 99999999999999999999", "x blob 1", "ID submodule",
      "1111111111111111111111111111111111111111 blob 1",
    ])
  func invalid(line: String) {
    #expect(ObjectHeader(Array(line.replacing("ID", with: id.hex).utf8), of: id) == nil)
  }
}
