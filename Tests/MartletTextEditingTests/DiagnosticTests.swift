import Foundation
import MartletCore
import TestSupport
import Testing

@Suite("A diagnostic")
struct DiagnosticTests {
  private let source = SourceText(path: "Releasefile", text: "lanes:\r\n  release:\r\n    - tga\r\n")

  @Test("about some bytes has their place, their line and their number of scalars")
  func span() {
    let diagnostic = Diagnostic("unknown step `tga`", at: 26..<29, of: source, hint: "did you mean `tag`?")
    #expect(diagnostic.severity == .error)
    #expect(diagnostic.place == Place(path: "Releasefile", line: 3, column: 7))
    #expect(diagnostic.excerpt == Diagnostic.Excerpt(line: "    - tga", length: 3))
    #expect(diagnostic.hint == "did you mean `tag`?")
    #expect(diagnostic.notes.isEmpty)
  }

  @Test(
    "marks at most the first line of its bytes, and at least one scalar",
    arguments: [
      (2..<14, 4), (0..<31, 6), (6..<6, 1), (6..<8, 1), (31..<31, 1), (31..<40, 1), (99..<120, 1), (22..<22, 1),
    ])
  func length(span: Range<Int>, length: Int) {
    #expect(Diagnostic("wrong", at: span, of: source).excerpt?.length == length)
  }

  @Test("about a place after the last line shows an empty one")
  func end() {
    for offset in [31, 32, 1000] {
      let diagnostic = Diagnostic("a step is missing", at: offset..<offset, of: source)
      #expect(diagnostic.place == Place(path: "Releasefile", line: 4, column: 1))
      #expect(diagnostic.excerpt == Diagnostic.Excerpt(line: "", length: 1))
    }
  }

  @Test("excludes a byte order mark from its line")
  func mark() {
    let diagnostic = Diagnostic("wrong", at: 3..<5, of: SourceText(path: "a", text: "\u{FEFF}ab\n"))
    #expect(diagnostic.place == Place(path: "a", line: 1, column: 1))
    #expect(diagnostic.excerpt == Diagnostic.Excerpt(line: "ab", length: 2))
  }

  @Test("shows the part of a very long line around its place")
  func longLine() {
    let words = (0..<20_000).map { "é\($0) " }.joined()
    let source = SourceText(path: "a", text: "first\n\(words)\nlast\n")
    func excerpt(of word: String) -> [String] {
      let start = source.bytes.firstIndex(of: word, from: 0) ?? 0
      return Diagnostic("wrong", at: start..<start + word.utf8.count, of: source).rendered().components(
        separatedBy: "\n")
    }
    let middle = excerpt(of: "é10000 ")
    // Before it are 10 words of 3 characters, 90 of 4, 900 of 5, 9000 of 6.
    #expect(middle[1] == " --> a:2:58891")
    let carets = middle[4].dropFirst(4)
    let mark = middle[3].dropFirst(4).dropFirst(carets.prefix { $0 == " " }.count).prefix(carets.count { $0 == "^" })
    #expect(mark == "é10000 ")
    #expect(middle[3].hasPrefix("2 | …") && middle[3].hasSuffix("…"))
    for lines in [middle, excerpt(of: "é0 "), excerpt(of: "é19999 ")] {
      #expect(lines[3].utf8.count < 450)
      #expect(lines[4].contains("^"))
    }
    #expect(excerpt(of: "é0 ")[3].hasPrefix("2 | é0 é1 "))
    #expect(excerpt(of: "é19999 ")[3].hasSuffix("é19998 é19999"))
  }

  @Test("that is thrown is in the error")
  func thrown() {
    let error = Failure("no remote", hint: "add one", notes: ["one"])
    #expect(error.diagnostics == [Diagnostic("no remote", hint: "add one", notes: ["one"])])
    #expect(error == Failure(error.diagnostics))
  }
}
