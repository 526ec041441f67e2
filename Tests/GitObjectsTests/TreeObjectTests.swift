import MartletCore
import TestSupport
import Testing

@testable import Git

@Suite("A tree")
struct TreeObjectTests {
  @Test("has the entries that `git ls-tree` lists")
  func entries() throws {
    let sandbox = try GitSandbox()
    for name in ["a", "b c", "deep/er/x", "é", "tool"] { try sandbox.write(name, "\(name)\n") }
    try sandbox.setMode(0o755, of: "tool")
    try sandbox.link("link", to: "a")
    let id = try sandbox.commit("First")
    try sandbox.git("update-index", "--add", "--cacheinfo", "160000,\(id),sub")
    try sandbox.git("commit", "-qm", "Submodule")
    var tree = TreeObject(try sandbox.run("git", ["cat-file", "tree", "HEAD^{tree}"]).output, of: .first)
    var found: [String] = []
    while let entry = try tree.next() {
      let mode =
        switch entry.kind {
        case .file(isExecutable: false): "100644 blob"
        case .file(isExecutable: true): "100755 blob"
        case .link: "120000 blob"
        case .folder: "040000 tree"
        case .submodule: "160000 commit"
        }
      found.append("\(mode) \(entry.id)\t\(String(decoding: entry.name, as: UTF8.self))")
    }
    #expect(try found == sandbox.git("ls-tree", "-z", "HEAD").split(separator: "\0").map(String.init))
  }

  private static let id = [UInt8](repeating: 1, count: 20)

  @Test(
    "is damaged if an entry has no mode, no name or no complete id",
    arguments: [
      "100644 a", "100644 a\0", " a\0", "100644\0", "100644 \0", "10064x a\0", "10000644 a\0", "100644", "1",
    ])
  func damaged(text: String) {
    for bytes in [Array(text.utf8), Array(text.utf8) + Self.id.dropLast()] {
      var tree = TreeObject(bytes, of: .first)
      #expect(throws: DamagedTree.self) { try tree.next() }
    }
  }

  @Test("has the entries before the damage, and none if it is empty")
  func rest() throws {
    var tree = TreeObject(Array("100644 a\0".utf8) + Self.id + Array("100644 b".utf8), of: .first)
    #expect(try tree.next()?.name.elementsEqual("a".utf8) == true)
    #expect(throws: DamagedTree.self) { try tree.next() }
    var empty = TreeObject([], of: .first)
    #expect(try empty.next() == nil)
  }
}
