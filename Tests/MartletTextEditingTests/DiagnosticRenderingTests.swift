import MartletCore
import TestSupport
import Testing

@Suite("A rendered diagnostic")
struct DiagnosticRenderingTests {
  @Test("shows message, place, line, carets and hint")
  func full() {
    let lines = String(repeating: "\n", count: 13) + "        mesage: Release ${version}\n"
    let source = SourceText(path: "Releasefile", text: lines)
    let diagnostic = Diagnostic(
      "unknown parameter `mesage` in step `tag`", at: 21..<27, of: source, hint: "did you mean `message`?")
    #expect(
      diagnostic.rendered() == """
        error: unknown parameter `mesage` in step `tag`
          --> Releasefile:14:9
           |
        14 |         mesage: Release ${version}
           |         ^^^^^^
        hint: did you mean `message`?
        """)
  }

  @Test("is one line if there is only the message")
  func message() {
    #expect(Diagnostic("no remote").rendered() == "error: no remote")
    #expect(Diagnostic("no remote", severity: .warning).rendered() == "warning: no remote")
  }

  @Test("has its notes before its hint, each a line")
  func notes() {
    let diagnostic = Diagnostic("2 files", hint: "commit them", notes: ["  changed  a", "  changed  b"])
    #expect(diagnostic.rendered() == "error: 2 files\n  changed  a\n  changed  b\nhint: commit them")
  }

  @Test("shows a place without a line")
  func place() {
    let diagnostic = Diagnostic("1.4.1", severity: .warning, at: Place(path: "Info.plist", line: 7, column: 3))
    #expect(diagnostic.rendered() == "warning: 1.4.1\n --> Info.plist:7:3")
  }

  @Test("has a margin as wide as the line's number", arguments: [(9, " "), (10, "  "), (123_456, "      ")])
  func margin(line: Int, margin: String) {
    let place = Place(path: "a", line: line, column: 2)
    let rendered = Diagnostic("wrong", at: place, excerpt: .init(line: "xy", length: 1)).rendered()
    #expect(rendered == "error: wrong\n\(margin)--> a:\(line):2\n\(margin) |\n\(line) | xy\n\(margin) |  ^")
  }

  @Test(
    "has its carets below the range",
    arguments: [
      // A tab before the place is a tab below it.
      ("\ta\tbcd", 4, 2, "\t \t^^"),
      // Combining marks take no column, East Asian letters and birds take two.
      ("e\u{301}tag", 3, 3, " ^^^"), ("\u{540D}\u{524D}: x", 5, 1, "      ^"), ("\u{1F426}x", 2, 1, "  ^"),
      ("a\u{540D}\u{524D}b", 2, 2, " ^^^^"), ("\u{AC00}x", 2, 1, "  ^"), ("\u{FF21}x", 2, 1, "  ^"),
      ("\u{E9}x", 2, 1, " ^"),
      // A scalar that is shown by its number takes the width of that.
      ("a\u{1B}[mb", 5, 1, "         ^"), ("a\u{1B}b", 2, 1, " ^^^^^^"),
      // After the line's end, and further.
      ("ab", 3, 1, "  ^"), ("ab", 2, 90, " ^"), ("", 1, 1, "^"), ("ab", 1, 0, "^"),
    ])
  func carets(line: String, column: Int, length: Int, underline: String) throws {
    let place = Place(path: "a", line: 1, column: column)
    let rendered = Diagnostic("wrong", at: place, excerpt: .init(line: line, length: length)).rendered()
    #expect(rendered.unicodeScalars.split(separator: "\n").last.map { String($0) } == "  | \(underline)")
  }

  @Test("has no trailing blanks in the line that it shows")
  func blanks() {
    let place = Place(path: "a", line: 1, column: 1)
    let rendered = Diagnostic("wrong", at: place, excerpt: .init(line: " \t ", length: 1)).rendered()
    #expect(rendered == "error: wrong\n --> a:1:1\n  |\n1 |\n  | ^")
  }

  @Test("never contains a terminal escape in any part")
  func escapes() {
    let evil = "\u{1B}]0;x\u{7}\r\n\u{9B}2J\u{202E}"
    let visible = #"\u{1b}]0;x\u{7}\u{d}\u{a}\u{9b}2J\u{202e}"#
    let diagnostic = Diagnostic(
      "m\(evil)", at: Place(path: "a\u{1B}b", line: 1, column: 1), excerpt: .init(line: "e\(evil)", length: 1),
      hint: "h\(evil)", notes: ["n\(evil)"])
    #expect(
      diagnostic.rendered() == """
        error: m\(visible)
         --> a\\u{1b}b:1:1
          |
        1 | e\(visible)
          | ^
        n\(visible)
        hint: h\(visible)
        """)
  }
}
