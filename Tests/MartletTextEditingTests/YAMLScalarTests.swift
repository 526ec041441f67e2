import MartletCore
import Testing

@Suite("A text as YAML")
struct YAMLScalarTests {
  static let texts: [(String, block: String, flow: String)] = [
    ("main", "main", "main"),
    ("Version ${version}", "Version ${version}", "\"Version ${version}\""),
    ("v${version}", "v${version}", "\"v${version}\""),
    ("1.10", "\"1.10\"", "\"1.10\""),
    ("true", "\"true\"", "\"true\""),
    ("No", "\"No\"", "\"No\""),
    ("TRUE", "\"TRUE\"", "\"TRUE\""),
    ("", "\"\"", "\"\""),
    ("a: b", "\"a: b\"", "\"a: b\""),
    ("a #b", "\"a #b\"", "\"a #b\""),
    ("a#b:c", "a#b:c", "a#b:c"),
    ("a ", "\"a \"", "\"a \""),
    ("a:", "\"a:\"", "\"a:\""),
    ("- a", "\"- a\"", "\"- a\""),
    ("release/*", "'release/*'", "'release/*'"),
    ("*.plist", "'*.plist'", "'*.plist'"),
    ("a *b", "\"a \\x2Ab\"", "\"a \\x2Ab\""),
    ("it's/*", "\"it's/*\"", "\"it's/*\""),
    ("\\*", "\"\\\\*\"", "\"\\\\*\""),
    ("é*b", "\"é\\x2Ab\"", "\"é\\x2Ab\""),
    ("a\n\t\"\\", "\"a\\n\\t\\\"\\\\\"", "\"a\\n\\t\\\"\\\\\""),
    ("\u{1B}\u{85}\u{2028}\u{FEFF}", "\"\\x1B\\x85\\u2028\\uFEFF\"", "\"\\x1B\\x85\\u2028\\uFEFF\""),
    ("Größe 😀", "\"Größe 😀\"", "\"Größe 😀\""),
  ]

  @Test("is plain if every reader parses it as this text, else quoted", arguments: texts)
  func isQuoted(text: String, block: String, flow: String) {
    #expect(text.asYAMLScalar == block)
    #expect(text.asYAMLFlowScalar == flow)
  }
}
