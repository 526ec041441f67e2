import TestSupport
import Testing
import Versioning

@testable import Git

@Suite("An object in a file of its own")
struct LooseObjectTests {
  @Test("is what git says that it is, whatever its length", arguments: [0, 1, 40, 60, 63, 64, 4096, 300_000])
  func blobs(length: Int) throws {
    let sandbox = try GitSandbox()
    let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(33 + $0 % 90))) })
    try sandbox.write("a", text)
    let id = try #require(ObjectID(try sandbox.git("hash-object", "-w", "a")))
    let object = try #require(try LooseObject(raw(id), in: "\(sandbox.path)/.git/objects"))
    #expect(object.kind == .blob && object.length == length)
    #expect(object.contents().map { String(decoding: $0.bytes, as: UTF8.self) } == text)
  }

  @Test("can be a commit, a tree or a tag, loose or packed", arguments: [false, true])
  func kinds(isPacked: Bool) throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a": "a\n"])
    try sandbox.git("tag", "-a", "-m", "Tag", "1.0.0")
    if isPacked { try sandbox.git("gc", "-q") }
    let stored = StoredObjects(PackStore(objects: "\(sandbox.path)/.git/objects"), in: "\(sandbox.path)/.git/objects")
    for (name, kind) in [
      ("HEAD", ObjectReader.Kind.commit), ("HEAD^{tree}", .tree), ("1.0.0", .tag), ("HEAD:a", .blob),
    ] {
      let id = try raw(try sandbox.id(name))
      #expect(stored.read(id)?.kind == kind)
    }
  }

  @Test("is nothing where it is damaged: cut off, another file, or gone")
  func damaged() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("a", String(repeating: "text and more of it\n", count: 200))
    let hex = try sandbox.git("hash-object", "-w", "a")
    let id = try raw(try #require(ObjectID(hex)))
    let path = "\(sandbox.path)/.git/objects/\(hex.prefix(2))/\(hex.dropFirst(2))"
    func read() -> ObjectBuffer? { LooseObject(id, in: "\(sandbox.path)/.git/objects")?.contents() }
    #expect(read() != nil)
    #expect(try sandbox.run("sh", ["-ec", "chmod +w \(path); head -c 40 \(path) >cut; cat cut >\(path)"]).succeeded)
    #expect(read() == nil)
    #expect(try sandbox.run("sh", ["-ec", "echo nothing >\(path)"]).succeeded)
    #expect(read() == nil)
    #expect(try sandbox.run("sh", ["-ec", "rm -f \(path)"]).succeeded)
    #expect(read() == nil)
  }

  private func raw(_ id: ObjectID) throws -> RawObjectID { try #require(RawObjectID(id)) }
}
