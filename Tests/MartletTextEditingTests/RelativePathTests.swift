import Foundation
import MartletCore
import TestSupport
import Testing

@Suite("A relative path")
struct RelativePathTests {
  @Test(
    "is normalised",
    arguments: [("a/b", "a/b"), ("./a//b/", "a/b"), ("a/./b", "a/b"), ("..a/b..", "..a/b..")])
  func spelling(text: String, expected: String) {
    #expect(RelativePath(text)?.string == expected)
  }

  @Test(
    "is never absolute or empty, and never leaves its root",
    arguments: [
      "", "/", "/a", ".", "./", "..", "a/../b", "../a", "a/..", "a\0b",
      // In Swift a combining mark after a slash makes one character of both, but not on the disk.
      "/\u{301}etc/passwd", "../\u{301}a", "a/../\u{301}b", "..//\u{FE0F}a",
    ])
  func refusals(text: String) {
    #expect(RelativePath(text) == nil)
  }

  @Test("treats a slash as one, with any combining mark after it")
  func combiningMarks() {
    let path: RelativePath = "a/\u{301}b.\u{301}c"
    #expect(path.components == ["a", "\u{301}b.\u{301}c"])
    #expect(path.depth == 2)
    #expect(path.lastComponent == "\u{301}b.\u{301}c")
    #expect(path.parent?.string == "a")
    #expect(path.pathExtension == "\u{301}c")
    #expect(path.sibling("/\u{301}x") == nil)
    #expect(path.sibling("../../\u{301}x") == nil)
  }

  @Test("finds siblings, also above, but never outside the root")
  func siblings() {
    let path: RelativePath = "Config/App/Debug.xcconfig"
    #expect(path.sibling("Shared.xcconfig")?.string == "Config/App/Shared.xcconfig")
    #expect(path.sibling("./Shared.xcconfig")?.string == "Config/App/Shared.xcconfig")
    #expect(path.sibling("../../Base.xcconfig")?.string == "Base.xcconfig")
    #expect(path.sibling("../../../Base.xcconfig") == nil)
    #expect(path.sibling("../../../Config/Base.xcconfig") == nil)
    #expect(path.sibling("../..") == nil)
    #expect(path.sibling("/etc/Base.xcconfig") == nil)
    #expect(path.sibling("a\0b") == nil)
  }

  @Test("has a folder, a name and an extension")
  func parts() {
    let path: RelativePath = "Config/.hidden.d/Info.plist"
    #expect(path.parent?.string == "Config/.hidden.d")
    #expect(path.components == ["Config", ".hidden.d", "Info.plist"])
    #expect(path.depth == 3)
    #expect(path.lastComponent == "Info.plist")
    #expect(path.pathExtension == "plist")
    #expect(("VERSION" as RelativePath).parent == nil)
  }

  @Test(
    "has the extension after its last dot, unless its name begins with that",
    arguments: [("a.tar.gz", "gz"), (".gitignore", nil), ("name.", ""), ("a.b/VERSION", nil), ("a/.b.c", "c")]
      as [(RelativePath, String?)])
  func pathExtension(path: RelativePath, expected: String?) {
    #expect(path.pathExtension == expected)
  }

  @Test("can be extended by another path")
  func appending() {
    let folder: RelativePath = "Sources/App"
    #expect(folder.appending("Views/Main.swift").string == "Sources/App/Views/Main.swift")
  }

  @Test("is compared by bytes, like in git: two spellings of one letter are two files")
  func comparison() {
    let (composed, decomposed): (RelativePath, RelativePath) = ("caf\u{E9}", "cafe\u{301}")
    #expect(composed != decomposed)
    #expect(Set([composed, decomposed]).count == 2)
    #expect(decomposed < composed)
    let names: [RelativePath] = ["a.b", "a/b", "a", "B", "\u{E9}", "z"]
    #expect(names.sorted().map(\.string) == ["B", "a", "a.b", "a/b", "z", "\u{E9}"])
  }

  @Test("is coded as a text, and validated when it is decoded")
  func coding() throws {
    let path: RelativePath = "a/b"
    let data = try JSONEncoder().encode([path])
    #expect(String(decoding: data, as: UTF8.self) == #"["a\/b"]"#)
    #expect(try JSONDecoder().decode([RelativePath].self, from: data) == [path])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([RelativePath].self, from: Data(#"["../a"]"#.utf8))
    }
  }
}
