import Testing

@testable import MartletCore

@Suite("The order of texts by their bytes")
struct StringByteOrderTests {
  private static let texts = [
    "", "A", "Z", "a", "a.b", "a/b", "aa", "b", "longer than what fits into fifteen bytes",
    "longer than what fits into 15",
    "e\u{301}", "\u{e9}", "\u{1F600}", "\u{FFFD}",
  ]

  @Test("is that of the bytes", arguments: texts)
  func order(text: String) {
    for other in Self.texts {
      #expect(text.precedesInBytes(other) == Array(text.utf8).lexicographicallyPrecedes(Array(other.utf8)))
    }
  }

  @Test("distinguishes two spellings of one letter, which are equal in Swift")
  func spellings() {
    #expect("e\u{301}" == "\u{e9}")
    #expect("e\u{301}".precedesInBytes("\u{e9}"))
    #expect(!"\u{e9}".precedesInBytes("e\u{301}"))
  }
}
