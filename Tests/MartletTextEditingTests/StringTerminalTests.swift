import MartletCore
import Testing

@Suite("A text for a terminal")
struct StringTerminalTests {
  @Test(
    "has terminal controls, and characters that reorder text, replaced by their number",
    arguments: [
      ("\u{1B}[31mred", #"\u{1b}[31mred"#), ("\u{9B}31m", #"\u{9b}31m"#), ("a\rb", #"a\u{d}b"#), ("a\nb", #"a\u{a}b"#),
      ("a\r\nb", #"a\u{d}\u{a}b"#), ("\0", #"\u{0}"#), ("\u{8}", #"\u{8}"#), ("\u{1F}", #"\u{1f}"#),
      ("\u{7F}", #"\u{7f}"#),
      ("\u{85}", #"\u{85}"#), ("\u{202A}\u{202E}", #"\u{202a}\u{202e}"#), ("\u{2066}\u{2069}", #"\u{2066}\u{2069}"#),
      ("\u{200E}\u{200F}\u{61C}", #"\u{200e}\u{200f}\u{61c}"#), ("\u{2028}\u{2029}", #"\u{2028}\u{2029}"#),
      // Also if Swift combines it with the next character.
      ("\u{1B}\u{301}", "\\u{1b}\u{301}"),
    ])
  func escapes(text: String, expected: String) {
    #expect(Array(text.escapedForTerminal().utf8) == Array(expected.utf8))
  }

  @Test(
    "keeps everything else, byte for byte",
    arguments: [
      "", "plain text", "a\tb", "\u{E9} e\u{301} \u{540D}", "\u{1F468}\u{200D}\u{1F469}",
      "\u{A0}\u{2027}\u{202F}\u{FEFF}",
    ])
  func others(text: String) {
    #expect(Array(text.escapedForTerminal().utf8) == Array(text.utf8))
  }

  @Test("stays the same JSON value")
  func json() {
    let text = "{\n  \"a\\u001b\" : \"\u{7F}\u{9B}2J\u{202E} \u{E9}\"\n}"
    #expect(text.escapedForTerminalInJSON() == "{\n  \"a\\u001b\" : \"\\u007f\\u009b2J\\u202e \u{E9}\"\n}")
  }

  @Test("contains no control characters after escaping")
  func allControls() {
    for value in UInt32(0)..<0x3000 {
      guard value != 0x09, let scalar = Unicode.Scalar(value) else { continue }
      let isControl = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
      #expect(
        (String(scalar).escapedForTerminal() != String(scalar)) == (isControl || value == 0x2028 || value == 0x2029))
    }
  }

  @Test(
    "loses only trailing spaces and tabs",
    arguments: [("a \t ", "a"), (" a", " a"), (" \t", ""), ("", ""), ("a\n ", "a\n"), ("a\u{A0}", "a\u{A0}")])
  func blanks(text: String, expected: String) {
    #expect(text.trimmingTrailingBlanks() == expected)
  }
}
