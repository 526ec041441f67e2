import MartletCore
import TestSupport
import Testing

@testable import Git

@Suite("A loose object")
struct LooseObjectTests {
  @Test("has the contents that git prints, at any length", arguments: [0, 1, 40, 60, 63, 64, 4096, 300_000])
  func blobs(length: Int) throws {
    let sandbox = try GitSandbox()
    let text = String((0..<length).map { Character(Unicode.Scalar(UInt8(33 + $0 % 90))) })
    try sandbox.write("a", text)
    let id = try raw(try sandbox.git("hash-object", "-w", "a"))
    let object = try #require(try LooseObject(LooseObject.path(of: id, in: "\(sandbox.path)/.git/objects")))
    #expect(object.kind == .blob && object.length == length)
    #expect(try object.contents(by: Inflater()).array.elementsEqual(text.utf8))
    var parts: [UInt8] = []
    try object.stream { parts += $0.array }
    #expect(parts.elementsEqual(text.utf8))
  }

  @Test("can be a commit, a tree or a tag, loose or packed", arguments: [false, true])
  func kinds(isPacked: Bool) throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First", ["a": "a\n"])
    try sandbox.git("tag", "-a", "-m", "Tag", "1.0.0")
    if isPacked { try sandbox.git("gc", "-q") }
    let folder = "\(sandbox.path)/.git/objects"
    let stored = StoredObjects(PackStore(objects: folder))
    for (name, kind) in [
      ("HEAD", ObjectKind.commit), ("HEAD^{tree}", .tree), ("1.0.0", .tag), ("HEAD:a", .blob),
    ] {
      let id = try raw(try sandbox.git("rev-parse", name))
      let (found, contents) = try #require(try stored.read(id))
      let header = try #require(try stored.header(of: id))
      #expect(header.kind == kind && header.length == contents.count)
      #expect(found == kind)
      #expect(try contents.pointers.elementsEqual(sandbox.run("git", ["cat-file", kind.rawValue, name]).output))
    }
  }

  @Test("is refused if it is truncated, another file, longer or empty, and nil if it is gone")
  func damaged() throws {
    let sandbox = try GitSandbox()
    try sandbox.write("a", String(repeating: "text and more of it\n", count: 200))
    let hex = try sandbox.git("hash-object", "-w", "a")
    let path = "\(sandbox.path)/.git/objects/\(hex.prefix(2))/\(hex.dropFirst(2))"
    func read() throws(Refusal) -> ByteView? { try LooseObject(path)?.contents(by: Inflater()) }
    func parts() throws { try LooseObject(path)?.stream { _ in } }
    #expect(try read() != nil)
    for (script, reason) in [
      ("chmod +w \(path); cp \(path) whole; echo more >>\(path)", "it has bytes after its end"),
      ("head -c 40 whole >\(path)", Refusal.invalidStream.reason),
      ("echo nothing >\(path)", "its header is invalid"), (": >\(path)", "it is empty"),
      ("rm -f \(path); mkfifo \(path)", "it is not a regular file"),
      ("rm -f \(path); mkdir \(path)", "it is not a regular file"),
    ] {
      try sandbox.shell(script)
      #expect(throws: Refusal(reason), "\(script)") { _ = try read() }
      #expect(throws: Refusal(reason), "\(script), in parts") { try parts() }
    }
    try sandbox.shell("rmdir \(path)")
    #expect(try read() == nil)
  }

  @Test("is refused if its size is wrong")
  func lengths() throws {
    let folder = try TemporaryFolder()
    let script = """
      import sys, zlib
      open('object', 'wb').write(zlib.compress(sys.argv[1].encode().replace(b'|', b'\\0')))
      """
    guard let python = ReferenceProgram("python3") else { return }
    for (text, contents) in [
      ("blob 3|abc", "abc"), ("blob 4|abc", nil), ("blob 2|abc", nil), ("blob 9223372036854775807|abc", nil),
      ("blob |abc", nil), ("bulb 3|abc", nil), ("blob 3 |abc", nil), ("blob -3|abc", nil), ("blob 3abc", nil),
      ("", nil),
    ] as [(String, String?)] {
      #expect(try python.run(["-c", script, text], in: folder).status == 0)
      let found = Result { try LooseObject("\(folder.path)/object")?.contents(by: Inflater()) }
      let read =
        if case .success(let object) = found { object.map { String(decoding: $0.array, as: UTF8.self) } } else {
          nil as String?
        }
      #expect(read == contents, "\(text)")
    }
  }

  private func raw(_ hex: String) throws -> RawObjectID { try #require(ObjectID(hex).flatMap { RawObjectID($0) }) }
}
