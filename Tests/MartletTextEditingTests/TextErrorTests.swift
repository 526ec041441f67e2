import MartletCore
import TestSupport
import Testing

@Suite("A text error")
struct TextErrorTests {
  @Test(
    "has a message with the problem, and what is expected",
    arguments: [
      (.invalidUTF16(offset: 7), "it begins with a UTF-16 mark, but the bytes at offset 7 are not UTF-16"),
      (.binary(offset: 3), "NUL byte at offset 3, expected a text"),
      (
        .conflictingEdits(path: "App/Info.plist", offset: 12),
        "an edit of `App/Info.plist` at offset 12 overlaps another edit or is outside the text"
      ),
      (
        .changedSince(path: "VERSION", expected: "1.4.2", found: "1.4.3"),
        "`VERSION` has `1.4.3` where `1.4.2` was found before"
      ),
    ] as [(TextError, String)])
  func words(error: TextError, expected: String) {
    #expect(error.description == expected)
  }
}
