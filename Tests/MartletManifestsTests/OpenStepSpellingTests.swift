import MartletCore
import TestSupport
import Testing

@testable import MartletManifests

@Suite("A string in OpenStep form")
struct OpenStepSpellingTests {
  @Test(
    "has quotes where Xcode writes them",
    arguments: [
      ("a.b/c_$1", "a.b/c_$1"), ("", "\"\""), ("a-b", "\"a-b\""), ("$(X)", "\"$(X)\""), ("a b", "\"a b\""),
      ("a//b", "\"a//b\""), ("a___b", "\"a___b\""), ("é", "\"é\""), ("a\"b\\c", "\"a\\\"b\\\\c\""),
      ("a\n\r\tb'", "\"a\\n\\r\\tb'\""),
    ])
  func new(text: String, expected: String) throws {
    #expect(text.openStepSpelling() == expected)
    let list = try OpenStepPropertyList(SourceText(path: "a", text: expected))
    #expect(list.root.string == text)
  }

  @Test(
    "keeps existing quotes",
    arguments: [("a", "b", "a"), ("a", "\"b\"", "\"a\""), ("a'\"", "'b'", "'a\\'\"'"), ("a b", "c", "\"a b\"")])
  func replacing(text: String, current: String, expected: String) throws {
    #expect(text.openStepSpelling(like: current) == expected)
    #expect(try OpenStepPropertyList(SourceText(path: "a", text: expected)).root.string == text)
  }
}
