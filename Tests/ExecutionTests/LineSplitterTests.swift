import TestSupport
import Testing

@testable import Execution

@Suite("The lines of a text in pieces")
struct LineSplitterTests {
  private func lines(of pieces: [String]) -> [String] {
    var cutter = LineSplitter()
    let lines = pieces.flatMap { cutter.lines(of: Array($0.utf8)) } + [cutter.rest()].compactMap { $0 }
    return lines.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test(
    "end with a line feed, a carriage return, or both",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("\n\n", ["", ""]), ("a\r\nb\r\n", ["a", "b"]), ("\r\n", [""]),
      ("10%\r20%\r30%\n", ["10%", "20%", "30%"]), ("\r10%\r\r20%", ["10%", "20%"]), ("a\r", ["a"]), ("\r", []),
      ("a\r\r\n", ["a", ""]), ("a\n\rb", ["a", "b"]),
    ] as [(String, [String])])
  func ends(text: String, expected: [String]) {
    #expect(lines(of: [text]) == expected)
    #expect(lines(of: text.unicodeScalars.map(String.init)) == expected)
  }

  @Test("are returned in parts if they are too long")
  func long() {
    let line = String(repeating: "x", count: 2 * LineSplitter.limit + 5)
    #expect(lines(of: [line]).map(\.count) == [LineSplitter.limit, LineSplitter.limit, 5])
    #expect(lines(of: [line]).joined() == line)
  }
}
