import MartletCore
import TestSupport
import Testing

@Suite("A word of a shell")
struct StringShellTests {
  @Test(
    "is quoted if necessary",
    arguments: [
      ("main", "main"), ("release/1.x", "release/1.x"), ("a;b", "'a;b'"), ("a$(id)", "'a$(id)'"), ("a'b", "'a'\\''b'"),
      ("", "''"), ("ü", "'ü'"), ("a b", "'a b'"),
    ])
  func quoted(text: String, word: String) throws {
    #expect(text.shellWord == word)
  }
}
