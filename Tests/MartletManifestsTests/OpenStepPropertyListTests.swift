import MartletCore
import TestSupport
import Testing

@testable import MartletManifests

@Suite("A property list in OpenStep form")
struct OpenStepPropertyListTests {
  private static func list(_ text: String) throws -> OpenStepPropertyList {
    try OpenStepPropertyList(SourceText(path: "a.plist", text: text))
  }

  @Test(
    "has strings bare and in quotes, with escapes",
    arguments: [
      ("a", "a"), ("a/b:c-d.e_$", "a/b:c-d.e_$"), ("\"a b\"", "a b"), ("'a \"b'", "a \"b"), ("\"\"", ""),
      ("\"a\\\"b\\\\c\"", "a\"b\\c"), ("\"\\n\\t\\a\\b\\f\\r\\v\"", "\n\t\u{07}\u{08}\u{0C}\r\u{0B}"),
      ("\"\\101\\U00e9\\q\"", "Aéq"), ("\"\\Ud800\"", "\u{FFFD}"), ("/* c */ a // d", "a"),
    ])
  func strings(text: String, expected: String) throws {
    #expect(try Self.list(text).root.string == expected)
  }

  @Test("has the last value of a repeated key")
  func duplicateKeys() throws {
    let root = try Self.list("{ a = 1; b = (x, {c = d;}, ); a = 2; }").root
    #expect(root["a"]?.string == "2")
    #expect(root["b"]?.elements.map(\.kind) == [.string, .dictionary])
    #expect(root["b"]?.elements.last?["c"]?.string == "d")
    #expect(root["c"] == nil)
    #expect(root.entries.map { $0.key.string } == ["a", "b", "a"])
  }

  @Test("reads an array as a list if one text is expected")
  func arrays() throws {
    #expect(try Self.list("( \"$(inherited)\", \"a b\", c, \"\" )").root.text.string == "$(inherited) a\\ b c \"\"")
  }

  @Test("has the range of a text's bytes")
  func places() throws {
    let text = try Self.list("\"1.$(X)\\n2\"").root.text
    #expect(text.span == 0..<11)
    #expect(text.span(of: 0..<2) == 1..<3)
    #expect(text.span(of: 7..<8) == 9..<10)
    #expect(text.span(of: 0..<8) == nil)
  }

  @Test(
    "stops at the first invalid byte",
    arguments: [
      ("", 0, "the file is empty, expected a property list"), ("{", 0, "`{` without a closing `}`"),
      ("{ a = (", 6, "`(` without a closing `)`"), ("{ a = 1 }", 8, "expected `;` after the value"),
      ("{ a 1; }", 4, "expected `=` after the key"), ("{ a = ; }", 6, "expected a value"),
      ("{ = 1; }", 2, "expected a key or `}`"),
      ("( a b )", 4, "expected `,` or `)` after the value"), ("\"a", 0, "missing closing quote of a string"),
      ("a /* b", 2, "missing `*/` of a comment"), ("a b", 2, "unexpected text after the property list"),
      ("<0g>", 2, "expected hexadecimal digits or `>` in data"),
      ("{ a =", 5, "unexpected end of the file, expected a value"),
    ])
  func malformed(text: String, offset: Int, problem: String) throws {
    let error = try #require(throws: ManifestError.self) { try Self.list(text) }
    let source = SourceText(path: "a.plist", text: text)
    #expect(error == .malformed(source, at: offset..<min(offset + 1, text.utf8.count), problem: problem, hint: nil))
  }
}
