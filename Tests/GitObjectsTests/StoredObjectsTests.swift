import Foundation
import MartletCore
import TestSupport
import Testing

@testable import Git

@Suite("The objects of a repository")
struct StoredObjectsTests {
  private let sandbox: GitSandbox
  private let folder: String
  /// The path of the only pack, without `.pack`.
  private let pack: String
  private let packed: RawObjectID
  private let loose: RawObjectID
  private let missing: RawObjectID

  init() throws {
    sandbox = try GitSandbox()
    let objects = "\(sandbox.path)/.git/objects"
    try sandbox.commit("First", ["a": "a\n"])
    try sandbox.git("gc", "-q")
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(objects)/pack")
    pack = "\(objects)/pack/\(try #require(names.first { $0.hasSuffix(".pack") }).dropLast(5))"
    func id(_ hex: String) throws -> RawObjectID { try #require(ObjectID(hex).flatMap { RawObjectID($0) }) }
    packed = try id(try sandbox.git("rev-parse", "HEAD"))
    loose = try id(try sandbox.commit("Second", ["a": "b\n"]))
    missing = try id(String(repeating: "1", count: 40))
    folder = objects
  }

  private var stored: StoredObjects { StoredObjects(PackStore(objects: folder)) }

  /// Expects that reading the packed object and the missing one names `file`, and that the loose one can be read.
  private func expectRefusal(_ reason: String, in file: String) {
    for id in [packed, missing] {
      let refused = RefusedObject(id: id, file: file, reason: reason)
      #expect(throws: refused) { try stored.read(id) }
      #expect(throws: refused) { try stored.header(of: id) }
      #expect(throws: refused) { try stored.length(of: id) }
    }
    #expect(throws: Never.self) { try #require(try stored.read(loose)) }
    #expect(throws: Never.self) { try #require(try stored.header(of: loose)) }
  }

  @Test("may be in a pack that cannot be used: any object that is nowhere else is refused")
  func refusedPacks() throws {
    let saved = "\(sandbox.folder.path)/saved"
    try sandbox.shell("chmod u+w \(pack).*; mkdir \(saved); cp \(pack).pack \(pack).idx \(saved)")
    for (file, script, reason) in [
      ("pack", "printf XXXX | dd of=FILE conv=notrunc", "it is not a pack that git 2 writes"),
      ("pack", "printf '\\0\\0\\0\\4' | dd of=FILE conv=notrunc bs=4 seek=1", "it is not a pack that git 2 writes"),
      ("pack", ": >FILE", "it is empty"), ("pack", "rm FILE; mkfifo FILE", "it is not a regular file"),
      ("pack", "rm FILE; mkdir FILE", "it is not a regular file"),
      ("idx", "head -c 1000 FILE >cut; cp cut FILE", "it is not an index, or it is too short"),
      ("idx", "rm FILE; ln -s /dev/zero FILE", "it is not a regular file"),
      ("idx", ": >FILE", "it is empty"),
    ] {
      try sandbox.shell("\(script.replacing("FILE", with: "\(pack).\(file)")) 2>errors")
      expectRefusal(reason, in: "\(pack).\(file)")
      try sandbox.shell("rm -rf \(pack).pack \(pack).idx; cp \(saved)/* \(folder)/pack")
    }
    #expect(throws: Never.self) { try #require(try stored.read(packed)) }
    #expect(try stored.read(missing) == nil)
  }

  @Test("may be in an alternate repository that cannot be found")
  func alternates() throws {
    try sandbox.shell("mkfifo .git/objects/info/alternates")
    #expect(
      throws: RefusedObject(id: missing, file: "\(folder)/info/alternates", reason: "it is not a regular file")
    ) { try stored.read(missing) }
    #expect(throws: Never.self) { try #require(try stored.read(packed)) }
  }

  @Test("are those that git knows: an index without its pack counts as nothing, and the empty tree always exists")
  func exceptions() throws {
    try sandbox.shell("rm -f \(pack).pack; : >.git/objects/info/alternates")
    #expect(try stored.read(packed) == nil)
    let empty = try #require(ObjectID("4b825dc642cb6eb9a060e54bf8d69288fbee4904").flatMap { RawObjectID($0) })
    let found = try #require(try stored.read(empty))
    #expect(found.kind == .tree && found.contents.count == 0)
    #expect(try stored.header(of: empty).map { $0 == (.tree, 0) } == true)
  }

  @Test("are verified by their name if they are commits or tags, loose or packed")
  func names() throws {
    let other = try #require(RawObjectID(in: missing.bytes, at: 0))
    for id in [packed, loose] {
      let (kind, contents) = try #require(try stored.read(id))
      #expect(throws: Never.self) { try kind.check(contents, of: id) }
      #expect(throws: Refusal("its contents do not match its name")) { try kind.check(contents, of: other) }
      #expect(throws: Refusal("its contents do not match its name")) { try ObjectKind.tag.check(contents, of: id) }
      #expect(throws: Never.self) { try ObjectKind.blob.check(contents, of: other) }
    }
  }
}
