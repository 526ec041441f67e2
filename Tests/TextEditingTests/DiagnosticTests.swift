import TestSupport
import Testing
import TextEditing

@Suite("A diagnostic")
struct DiagnosticTests {
  private let source = SourceText(path: "Releasefile", text: "lanes:\r\n  release:\r\n    - tga\r\n")

  @Test("about some bytes knows their place, their line and how many scalars they are")
  func span() {
    let diagnostic = Diagnostic("unknown step `tga`", at: 26..<29, of: source, hint: "did you mean `tag`?")
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.place == Place(path: "Releasefile", line: 3, column: 7))
    #expect(diagnostic.excerpt == Diagnostic.Excerpt(line: "    - tga", length: 3))
    #expect(diagnostic.hint == "did you mean `tag`?")
    #expect(diagnostic.notes.isEmpty)
  }

  @Test(
    "marks no more than the first line of its bytes, and at least one scalar",
    arguments: [
      (2..<14, 4), (0..<31, 6), (6..<6, 1), (6..<8, 1), (31..<31, 1), (31..<40, 1), (99..<120, 1), (22..<22, 1),
    ])
  func length(span: Range<Int>, length: Int) {
    #expect(Diagnostic("wrong", at: span, of: source).excerpt?.length == length)
  }

  @Test("about a place behind the last line shows an empty one")
  func end() {
    for offset in [31, 32, 1000] {
      let diagnostic = Diagnostic("a step is missing", at: offset..<offset, of: source)
      #expect(diagnostic.place == Place(path: "Releasefile", line: 4, column: 1))
      #expect(diagnostic.excerpt == Diagnostic.Excerpt(line: "", length: 1))
    }
  }

  @Test("leaves a byte order mark out of its line")
  func mark() {
    let diagnostic = Diagnostic("wrong", at: 3..<5, of: SourceText(path: "a", text: "\u{FEFF}ab\n"))
    #expect(diagnostic.place == Place(path: "a", line: 1, column: 1))
    #expect(diagnostic.excerpt == Diagnostic.Excerpt(line: "ab", length: 2))
  }

  @Test("that is thrown is found again in the error")
  func thrown() {
    let error = DiagnosedError("no remote", hint: "add one", notes: ["one"])
    #expect(error.diagnostics == [Diagnostic("no remote", hint: "add one", notes: ["one"])])
    #expect(error == DiagnosedError(error.diagnostics))
  }
}
