import MartletCore
import TestSupport
import Testing

@testable import Git

@Suite("The objects that libgit2 reads for an export")
struct ObjectReaderTests {
  private let sandbox: GitSandbox
  private let reader: ObjectReader
  private let large: String

  init() throws {
    sandbox = try GitSandbox()
    large = String(repeating: "0123456789abcdef", count: 40_000)
    try sandbox.commit("First", ["a": "a\n", "folder/b": "\0\n\n", "empty": "", "large": large])
    reader = try ObjectReader(try sandbox.repository())
  }

  private func id(_ name: String) throws -> ObjectID { try sandbox.id(name) }

  /// Reads a file in parts above `limit` bytes, and returns the parts.
  private func parts(of name: String, limit: Int) throws -> [String] {
    var parts: [String] = []
    try reader.readFile(try id(name), limit: limit) { content in
      switch content {
      case .whole(let bytes): parts.append("whole \(String(decoding: bytes.array, as: UTF8.self))")
      case .start(let byteCount): parts.append("start \(byteCount)")
      case .part(let bytes): parts.append(String(decoding: bytes.array, as: UTF8.self))
      case .end: parts.append("end")
      }
    }
    return parts
  }

  @Test("are whole files up to a limit, and come in parts above it")
  func files() throws {
    #expect(try parts(of: "HEAD:a", limit: 2) == ["whole a\n"])
    #expect(try parts(of: "HEAD:a", limit: 1) == ["start 2", "a\n", "end"])
    #expect(try parts(of: "HEAD:empty", limit: 0) == ["whole "])
    let found = try parts(of: "HEAD:large", limit: 100)
    #expect(found.count == 5 && found.first == "start 640000" && found.last == "end")
    #expect(found.dropFirst().dropLast().joined() == large)
    #expect(try parts(of: "HEAD:large", limit: 640_000) == ["whole \(large)"])
  }

  @Test("can be read again after a part of a file was refused")
  func refused() throws {
    struct Full: Error {}
    let file = try id("HEAD:large")
    #expect(throws: Full.self) { try reader.readFile(file, limit: 1) { if case .part = $0 { throw Full() } } }
    #expect(try parts(of: "HEAD:a", limit: 2) == ["whole a\n"])
  }

  @Test("are refused if they are missing or of another kind")
  func kinds() throws {
    let (commit, file) = (try id("HEAD"), try id("HEAD:a"))
    #expect(throws: GitError.unusableObject(commit, reason: "it is a commit, expected a blob")) {
      try reader.readFile(commit, limit: 1) { _ in }
    }
    #expect(throws: GitError.unusableObject(file, reason: "it is a blob, expected a tree")) {
      _ = try reader.entries(ofTree: file)
    }
    let none = GitError.missingObject(.first, path: nil, isPartialClone: false)
    #expect(throws: none) { try reader.readFile(.first, limit: 1) { _ in } }
    #expect(throws: none) { _ = try reader.entries(ofTree: .first) }
    #expect(throws: none) { _ = try reader.read(.first) }
  }

  @Test("are the entries of a tree in its order, with any bytes in their names")
  func trees() throws {
    try sandbox.shell("git update-index --add --cacheinfo 100644,$(git rev-parse HEAD:a),\"$(printf 'n\\377')\"")
    let tree = try #require(ObjectID(sandbox.git("write-tree")))
    let entries = try reader.entries(ofTree: tree)
    #expect(
      entries.map { Array($0.name) } == ["a", "empty", "folder", "large"].map { Array($0.utf8) } + [[0x6e, 0xff]])
    #expect(
      entries.map(\.kind) == [
        .file(isExecutable: false), .file(isExecutable: false), .folder, .file(isExecutable: false),
        .file(isExecutable: false),
      ])
    #expect(try entries.first?.id == id("HEAD:a"))
  }
}
