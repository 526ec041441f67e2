import TestSupport
import Testing

@testable import Execution

@Suite("The lines of a text in pieces")
struct LineCutterTests {
  private func lines(of pieces: [String]) -> [String] {
    var cutter = LineCutter()
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

  @Test("are given in parts when they will not end")
  func long() {
    let line = String(repeating: "x", count: 2 * LineCutter.limit + 5)
    #expect(lines(of: [line]).map(\.count) == [LineCutter.limit, LineCutter.limit, 5])
    #expect(lines(of: [line]).joined() == line)
  }
}
