import MartletChangelogs
import TestSupport
import Testing

@Suite("Foreign text in Markdown")
struct MarkdownTextTests {
  @Test(
    "keeps its content, and has no markup",
    arguments: [
      ("add it", "add it"), ("thanks @someone", "thanks `@someone`"),
      ("mail a@example.com", "mail a@example.com"), ("Add @inlinable", "Add `@inlinable`"), ("@ 9 @", "@ 9 @"),
      ("`a`@b", "`a`@<!-- -->b"), ("@b`a`", "@<!-- -->b`a`"),
      ("@everyone, @team/all", "`@everyone`, `@team/all`"),
      ("<script>x</script>", "&lt;script>x&lt;/script>"),
      ("![](https://example.com/beacon)", "!\\[\\](https://example.com/beacon)"), ("[x](y)", "\\[x\\](y)"),
      ("a*b*c _d_ __e__", "a\\*b\\*c \\_d\\_ \\_\\_e\\_\\_"), ("snake_case_name", "snake_case_name"),
      ("~~x~~", "\\~\\~x\\~\\~"),
      ("a | b", "a \\| b"), ("&lt; & x", "&amp;lt; & x"), ("C:\\path", "C:\\\\path"), ("#12 and #13", "\\#12 and #13"),
      ("- x", "\\- x"), ("1. x 2. y", "1\\. x 2. y"), ("12) x", "12\\) x"), ("> x", "\\> x"), ("a > b", "a > b"),
      ("use `<T>` and ``a ` @b``", "use `<T>` and ``a ` @b``"), ("a ` b", "a \\` b"), ("``` <x>", "\\`\\`\\` &lt;x>"),
      ("two\nlines\r\n of\u{2028}it", "two lines of it"), ("red \u{1B}[31m!", "red \\\\u{1b}\\[31m!"),
      ("{{x}} ${y}", "{{x}} ${y}"),
      ("\u{202E}abc", "\\\\u{202e}abc"), ("", ""),
    ])
  func escaping(_ text: String, _ expected: String) {
    #expect(MarkdownText(text).escaped == expected)
  }

  @Test("has the ranges of its code", arguments: [("a é `#1` <b> ``#2``", ["`#1`", "``#2``"]), ("`#1", []), ("", [])])
  func code(_ text: String, _ expected: [String]) {
    let text = MarkdownText(text)
    let bytes = Array(text.escaped.utf8)
    #expect(text.code.map { String(decoding: bytes[$0], as: UTF8.self) } == expected)
  }

  @Test("has the same result for ASCII, which takes a fast path, as next to another letter")
  func plain() {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SeededGenerator(seed: seed)
    let pieces = [
      "a", "b1", "2", "#", "+", "-", "=", ">", ".", ")", "(", "_", "*", "`", "&", "@", "<", "|", " ", "  ", "\t",
    ]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 1...6, using: &random)).compactMap { _ in pieces.randomElement(using: &random) }
        .joined()
      #expect(
        MarkdownText(text + " é").escaped == MarkdownText(text).escaped + (isBlank(text) ? "é" : " é"), "seed \(seed)")
    }
  }

  private func isBlank(_ text: String) -> Bool { text.allSatisfy { $0 == " " || $0 == "\t" } }

  @Test("is cut when it is too long")
  func length() {
    #expect(MarkdownText(String(repeating: "x", count: 500)).escaped.count == 500)
    #expect(MarkdownText(String(repeating: "x", count: 501)).escaped == String(repeating: "x", count: 499) + "…")
    let marks = MarkdownText("e" + String(repeating: "\u{301}", count: 10_000)).escaped
    #expect(marks.unicodeScalars.count == 500)
  }
}
