import MartletCore
import TestSupport
import Testing

@Suite("A text encoding")
struct TextEncodingTests {
  @Test(
    "is determined by a byte order mark, and UTF-8 without one",
    arguments: [
      ([0xFF, 0xFE, 0x41, 0x00], .utf16LittleEndian), ([0xFE, 0xFF, 0x00, 0x41], .utf16BigEndian),
      ([0xFF, 0xFE], .utf16LittleEndian), ([0xEF, 0xBB, 0xBF, 0x41], .utf8), ([0x41, 0x00], .utf8), ([0xFF], .utf8),
      ([], .utf8),
    ] as [([UInt8], TextEncoding)])
  func mark(bytes: [UInt8], expected: TextEncoding) {
    #expect(TextEncoding.announced(by: bytes) == expected)
  }

  @Test(
    "converts UTF-16 to UTF-8 and back, byte for byte",
    arguments: [
      ("A", [0x41, 0x00]), ("\u{FEFF}", [0xFF, 0xFE]), ("\u{E9}", [0xE9, 0x00]), ("\u{4E2D}", [0x2D, 0x4E]),
      ("\u{1F426}", [0x3D, 0xD8, 0x26, 0xDC]), ("\u{10000}", [0x00, 0xD8, 0x00, 0xDC]),
      ("\u{10FFFF}", [0xFF, 0xDB, 0xFF, 0xDF]), ("\u{D7FF}\u{E000}", [0xFF, 0xD7, 0x00, 0xE0]),
      ("\u{FFFF}", [0xFF, 0xFF]), ("a\r\n\0", [0x61, 0, 0x0D, 0, 0x0A, 0, 0, 0]), ("", []),
    ] as [(String, [UInt8])])
  func roundTrip(text: String, littleEndian: [UInt8]) throws {
    let bigEndian = stride(from: 0, to: littleEndian.count, by: 2).flatMap { [littleEndian[$0 + 1], littleEndian[$0]] }
    #expect(try TextEncoding.utf16LittleEndian.decoded(littleEndian) == Array(text.utf8))
    #expect(try TextEncoding.utf16BigEndian.decoded(bigEndian) == Array(text.utf8))
    #expect(TextEncoding.utf16LittleEndian.encoded(Array(text.utf8)) == littleEndian)
    #expect(TextEncoding.utf16BigEndian.encoded(Array(text.utf8)) == bigEndian)
  }

  @Test(
    "refuses broken UTF-16 at the first invalid byte",
    arguments: [
      ([0x41], 0), ([0x41, 0x00, 0x42], 2),
      // A high surrogate: at the end, before half a unit, before a letter, before another one.
      ([0x41, 0x00, 0x3D, 0xD8], 2), ([0x3D, 0xD8, 0x26], 0), ([0x3D, 0xD8, 0x41, 0x00], 0),
      ([0x3D, 0xD8, 0x3D, 0xD8, 0x26, 0xDC], 0),
      // A low one alone, and after a pair.
      ([0x41, 0x00, 0x26, 0xDC], 2), ([0x3D, 0xD8, 0x26, 0xDC, 0x26, 0xDC], 4),
    ] as [([UInt8], Int)])
  func brokenUTF16(bytes: [UInt8], offset: Int) {
    #expect(throws: TextError.invalidUTF16(offset: offset)) { try TextEncoding.utf16LittleEndian.decoded(bytes) }
  }

  @Test("keeps everything that is not UTF-16, including invalid bytes")
  func utf8() throws {
    let bytes = Array(UInt8.min...UInt8.max)
    #expect(try TextEncoding.utf8.decoded(bytes) == bytes)
    #expect(TextEncoding.utf8.encoded(bytes) == bytes)
  }

  @Test("either refuses random UTF-16 or returns its bytes", arguments: [1, 2, 3] as [UInt64])
  func randomRoundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var counts = (kept: 0, refused: 0)
    for _ in 0..<300 {
      let surrogates: [UInt8] = [0xD8, 0xDB, 0xDC, 0xDF]
      let bytes = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : surrogates.randomElement(using: &random) ?? 0
      }
      for encoding in [TextEncoding.utf16LittleEndian, .utf16BigEndian] {
        guard case .success(let text) = Result(catching: { try encoding.decoded(bytes) }) else {
          counts.refused += 1
          continue
        }
        counts.kept += 1
        #expect(String(validUTF8: text) != nil, "seed \(seed), bytes \(bytes)")
        #expect(encoding.encoded(text) == bytes, "seed \(seed)")
      }
    }
    #expect(counts.kept > 50 && counts.refused > 50, "seed \(seed)")
  }

  @Test("of a text is valid only if no byte has to be replaced")
  func validity() {
    #expect(String(validUTF8: [0xEF, 0xBF, 0xBD, 0x41]) == "\u{FFFD}A")
    for bytes in [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0x41, 0xC3]] as [[UInt8]] {
      #expect(String(validUTF8: bytes) == nil)
    }
  }
}
