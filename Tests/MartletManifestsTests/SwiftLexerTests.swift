import MartletCore
import TestSupport
import Testing

@testable import MartletManifests

@Suite("The Swift lexer")
struct SwiftLexerTests {
  @Test(
    "finds string literals in any code that contains quotes",
    arguments: [
      (#"let a = "x""#, ["x"]), (#"// "no""#, []), ("/* \"no\" /* \"no\" */ \"no\" */ \"yes\"", ["yes"]),
      (##"#"a"b"# "c""##, [#"a"b"#, "c"]), (#""\(f("in"))" "out""#, [nil, "out"]),
      ("\"\"\"\n\"a\"\n\"b\"\n\"\"\" \"yes\"", [nil, "yes"]), ("\"\"\"\n  one\n  \"\"\"", ["one"]),
      ("\"\"\"\n\"\"\" \"yes\"", [nil, "yes"]),
      (#""a\"b" "c""#, [nil, "c"]), ("\"open\n\"next\"", [nil, "next"]), (##"#"\(x)"#"##, [#"\(x)"#]),
      (#""\(a ? "b" : "\(c)")" "d""#, [nil, "d"]),
    ])
  func strings(text: String, expected: [String?]) {
    let bytes = Array(text.utf8)
    let strings = SwiftLexer.tokens(of: bytes, in: 0..<bytes.count).compactMap { token -> String?? in
      guard case .string(let content) = token.kind else { return nil }
      return .some(content.map { String(decoding: bytes[$0], as: UTF8.self) })
    }
    #expect(strings == expected)
  }
}
