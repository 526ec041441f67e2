import MartletCore
import TestSupport
import Testing

@Suite("Text edits")
struct TextEditTests {
  private let source = SourceText(path: "VERSION", text: "a = 1.4.2\r\nb = 1.4.2\n")

  @Test("replace, insert and remove, and keep every other byte", arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0]])
  func application(order: [Int]) throws {
    let edits = [
      TextEdit(4..<9, expected: "1.4.2", replacement: "1.5.0-beta.1"),
      TextEdit(11..<11, expected: "", replacement: "// "),
      TextEdit(12..<20, expected: " = 1.4.2", replacement: ""),
    ]
    let result = try source.applying(order.map { edits[$0] })
    #expect(String(decoding: result.bytes, as: UTF8.self) == "a = 1.5.0-beta.1\r\n// b\n")
    #expect(result.path == source.path)
    #expect(result.encoding == source.encoding)
  }

  @Test("without edits change nothing")
  func none() throws {
    #expect(try source.applying([]) == source)
  }

  @Test("may touch: an insertion at the beginning or end of a replacement, and at both ends of the text")
  func neighbours() throws {
    let result = try source.applying([
      TextEdit(21..<21, expected: "", replacement: "end"), TextEdit(9..<9, expected: "", replacement: ";"),
      TextEdit(4..<9, expected: "1.4.2", replacement: "2"), TextEdit(4..<4, expected: "", replacement: "v"),
      TextEdit(0..<0, expected: "", replacement: "start "),
    ])
    #expect(String(decoding: result.bytes, as: UTF8.self) == "start a = v2;\r\nb = 1.4.2\nend")
  }

  @Test(
    "are refused if two overlap, two insert at one offset, or one is outside",
    arguments: [
      ([4..<9, 8..<10], 8), ([8..<10, 4..<9], 8), ([4..<9, 4..<9], 4), ([4..<9, 5..<6], 5), ([4..<9, 6..<6], 6),
      ([4..<4, 4..<4], 4), ([20..<22], 20), ([30..<31], 30), ([-1..<1], -1),
    ])
  func conflicts(spans: [Range<Int>], offset: Int) {
    let edits = spans.map { span in
      TextEdit(span, expected: source.string(at: span.clamped(to: 0..<21)), replacement: "x")
    }
    #expect(throws: TextError.conflictingEdits(path: "VERSION", offset: offset)) { try source.applying(edits) }
  }

  @Test("are refused if the text differs from what they expect")
  func expectation() {
    #expect(throws: TextError.changedSince(path: "VERSION", expected: "1.4.1", found: "1.4.2")) {
      try source.applying([TextEdit(4..<9, expected: "1.4.1", replacement: "1.5.0")])
    }
    #expect(throws: TextError.changedSince(path: "VERSION", expected: "", found: "1.4.2")) {
      try source.applying([TextEdit(4..<9, expected: "", replacement: "1.5.0")])
    }
  }

  @Test("compare expected text as bytes: another spelling of the same letter is another text")
  func normalForms() {
    let source = SourceText(path: "name", text: "caf\u{E9}")
    #expect(throws: TextError.changedSince(path: "name", expected: "cafe\u{301}", found: "caf\u{E9}")) {
      try source.applying([TextEdit(0..<5, expected: "cafe\u{301}", replacement: "tea")])
    }
  }

  @Test("keep invalid bytes around them")
  func invalidBytes() throws {
    let source = SourceText(path: "a", bytes: [0xFF, 0x31, 0xC3, 0x0D])
    #expect(
      try source.applying([TextEdit(1..<2, expected: "1", replacement: "22")]).bytes == [0xFF, 0x32, 0x32, 0xC3, 0x0D])
  }

  @Test("of a UTF-16 file are written in its encoding")
  func utf16() throws {
    let source = try SourceText(path: "a.strings", fileBytes: [0xFE, 0xFF, 0x00, 0x31, 0xD8, 0x3D, 0xDC, 0x26])
    let result = try source.applying([TextEdit(3..<4, expected: "1", replacement: "\u{1F426}")])
    #expect(result.fileBytes == [0xFE, 0xFF, 0xD8, 0x3D, 0xDC, 0x26, 0xD8, 0x3D, 0xDC, 0x26])
  }

  @Test("have the same result as replacements made one by one from the end", arguments: [11, 12, 13] as [UInt64])
  func randomEdits(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0x20...0x7E, using: &random)
      }
      let source = SourceText(path: "a", bytes: bytes)
      var cuts = Set((0..<6).map { _ in Int.random(in: 0...bytes.count, using: &random) }).sorted()
      if !cuts.count.isMultiple(of: 2) { cuts.removeLast() }
      let edits = stride(from: 0, to: cuts.count, by: 2).map { index in
        let span = cuts[index]..<cuts[index + 1]
        return TextEdit(span, expected: source.string(at: span), replacement: String(repeating: "+", count: index))
      }
      var expected = bytes
      for edit in edits.reversed() { expected.replaceSubrange(edit.span, with: edit.replacement.utf8) }
      #expect(try source.applying(edits.shuffled(using: &random)).bytes == expected, "seed \(seed)")
    }
  }
}
