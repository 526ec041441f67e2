import MartletCore
import TestSupport
import Testing

@Suite("A source text")
struct SourceTextTests {
  private func source(_ text: String) -> SourceText { SourceText(path: "a", text: text) }

  @Test(
    "counts lines and columns from 1, with any line end",
    arguments: [
      ("ab\ncd", 0, 1, 1), ("ab\ncd", 1, 1, 2), ("ab\ncd", 2, 1, 3), ("ab\ncd", 3, 2, 1), ("ab\ncd", 5, 2, 3),
      ("ab\r\ncd", 2, 1, 3), ("ab\r\ncd", 3, 1, 4), ("ab\r\ncd", 4, 2, 1), ("ab\rcd", 2, 1, 3), ("ab\rcd", 3, 2, 1),
      ("\r\r\n\n", 1, 2, 1), ("\r\r\n\n", 3, 3, 1), ("\r\r\n\n", 4, 4, 1), ("\n\ra", 2, 3, 1), ("a\r", 2, 2, 1),
      ("", 0, 1, 1), ("ab\n", 3, 2, 1),
      // Offsets before the start and after the end are clamped.
      ("ab", -5, 1, 1), ("ab", 99, 1, 3), ("ab\n", 99, 2, 1),
    ])
  func places(text: String, offset: Int, line: Int, column: Int) {
    #expect(source(text).place(at: offset) == Place(path: "a", line: line, column: column))
  }

  @Test("finds a line end at every offset of a long line", arguments: ["\n", "\r", "\r\n"])
  func lineEnds(end: String) {
    for offset in 0...24 {
      let lines = [String(repeating: "a", count: offset), String(repeating: "\u{FC}\t\u{B}", count: 24 - offset) + "b"]
      let source = source(lines.joined(separator: end))
      #expect(source.lineSpans.map(source.string(at:)) == lines)
    }
  }

  @Test(
    "counts columns in Unicode scalars, excluding a byte order mark",
    arguments: [
      ("\u{FEFF}ab", 0, 1), ("\u{FEFF}ab", 2, 1), ("\u{FEFF}ab", 3, 1), ("\u{FEFF}ab", 4, 2), ("\u{E9}x", 2, 2),
      ("e\u{301}x", 3, 3), ("\u{1F426}x", 4, 2), ("\tx", 1, 2), ("a\u{FEFF}x", 4, 3),
    ])
  func columns(text: String, offset: Int, column: Int) {
    #expect(source(text).place(at: offset) == Place(path: "a", line: 1, column: column))
  }

  @Test(
    "counts invalid UTF-8 as its replacement characters",
    arguments: [
      ([0xFF, 0xFE, 0x41], 2, 3), ([0x80, 0x41], 1, 2), ([0xC3, 0x28, 0x41], 2, 3), ([0xE2, 0x82, 0x41], 2, 2),
      ([0xED, 0xA0, 0x80, 0x41], 3, 4),
    ] as [([UInt8], Int, Int)])
  func invalidBytes(bytes: [UInt8], offset: Int, column: Int) {
    let source = SourceText(path: "a", bytes: bytes)
    #expect(source.place(at: offset).column == column)
    #expect(source.string(at: 0..<offset).unicodeScalars.count == column - 1)
    #expect(source.string(at: offset..<bytes.count) == "A")
  }

  @Test(
    "has its lines without their ends",
    arguments: [
      ("", []), ("a", ["a"]), ("a\n", ["a"]), ("a\nb", ["a", "b"]), ("a\r\nb\r\n", ["a", "b"]), ("a\rb\r", ["a", "b"]),
      ("\n", [""]), ("\n\n", ["", ""]), ("\r\r\n\n", ["", "", ""]), ("\r\n\r\n", ["", ""]), ("a\n\rb", ["a", "", "b"]),
      ("\u{FEFF}", []), ("\u{FEFF}a\nb", ["a", "b"]), ("\u{FEFF}\n", [""]),
    ] as [(String, [String])])
  func lines(text: String, expected: [String]) {
    let source = source(text)
    #expect(source.lineSpans.map(source.string(at:)) == expected)
    for (index, line) in expected.enumerated() {
      #expect(source.span(ofLine: index + 1).map(source.string(at:)) == line)
    }
    #expect(source.span(ofLine: expected.count + 1) == nil)
  }

  @Test("has no line with an invalid number", arguments: [0, -1, .min, .max, 3])
  func noSuchLine(number: Int) {
    #expect(source("a\nb").span(ofLine: number) == nil)
  }

  @Test("finds every offset at the same place as a count from the start", arguments: [21, 22, 23] as [UInt64])
  func randomPlaces(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let pieces = ["\r", "\n", "\r\n", "a", "\u{E9}", "\t", "", "as long as a step"]
      let source = source((0..<20).compactMap { _ in pieces.randomElement(using: &random) }.joined())
      var (line, start) = (1, 0)
      for offset in 0...source.bytes.count {
        if offset > 0,
          source.bytes[offset - 1] == 0x0A
            || (source.bytes[offset - 1] == 0x0D && source.bytes.byte(at: offset) != 0x0A)
        {
          (line, start) = (line + 1, offset)
        }
        let column = source.string(at: start..<offset).unicodeScalars.count + 1
        #expect(
          source.place(at: offset) == Place(path: "a", line: line, column: column), "seed \(seed) \(source.bytes)")
      }
    }
  }

  @Test("keeps a file's bytes: byte order mark, line ends, invalid bytes, a missing last line end")
  func fileBytes() throws {
    let files: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF, 0x61, 0x0D, 0x0A, 0xFF], [0x61, 0x00, 0x0D], [], [0xC3], [0xFF, 0xFE, 0x61, 0x00, 0x0D, 0x00],
      [0xFE, 0xFF, 0xD8, 0x3D, 0xDC, 0x26],
    ]
    for bytes in files { #expect(try SourceText(path: "a", fileBytes: bytes).fileBytes == bytes) }
  }

  @Test("reads a UTF-16 file as UTF-8, to which offsets refer")
  func utf16() throws {
    let source = try SourceText(path: "a", fileBytes: [0xFF, 0xFE, 0xE9, 0x00, 0x0A, 0x00, 0x62, 0x00])
    #expect(source.encoding == .utf16LittleEndian)
    #expect(source.bytes == Array("\u{FEFF}\u{E9}\nb".utf8))
    #expect(source.startOffset == 3)
    #expect(source.place(at: 6) == Place(path: "a", line: 2, column: 1))
    #expect(throws: TextError.invalidUTF16(offset: 2)) { try SourceText(path: "a", fileBytes: [0xFF, 0xFE, 0x00]) }
  }

  @Test("begins after a byte order mark", arguments: [("\u{FEFF}a", 3), ("a", 0), ("", 0), ("\u{FEFF}", 3)])
  func start(text: String, offset: Int) {
    #expect(source(text).startOffset == offset)
  }
}
