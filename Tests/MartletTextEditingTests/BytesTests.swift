import MartletCore
import Testing

@Suite("Bytes")
struct BytesTests {
  @Test("are classified as ASCII, each of the 256")
  func classes() {
    for byte in UInt8.min...UInt8.max {
      let scalar = Unicode.Scalar(byte)
      #expect(byte.isBlank == " \t".unicodeScalars.contains(scalar))
      #expect(byte.isLineEnd == (scalar == "\n" || scalar == "\r"))
      #expect(byte.isDigit == ("0"..."9").contains(scalar))
      #expect(byte.isLetter == (("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)))
      #expect(byte.isIdentifier == (byte.isLetter || byte.isDigit || scalar == "_"))
    }
  }

  @Test(
    "are nil out of range, at any index", arguments: [(-1, nil), (0, 65), (2, 67), (3, nil), (.max, nil), (.min, nil)])
  func byteAt(index: Int, expected: UInt8?) {
    #expect(Array("ABC".utf8).byte(at: index) == expected)
  }

  @Test("of a slice keep the indices of the whole")
  func slices() {
    let slice = Array("ABCABC".utf8)[2..<5]
    #expect(slice.byte(at: 1) == nil)
    #expect(slice.byte(at: 2) == UInt8(ascii: "C"))
    #expect(slice.byte(at: 5) == nil)
    #expect(slice.has("CA", at: 2))
    #expect(!slice.has("BC", at: 1))
    #expect(slice.firstIndex(of: "AB", from: 0) == 3)
    #expect(slice.firstIndex(of: "ABC", from: 0) == nil)
    #expect(slice.index(after: 0) { $0 == UInt8(ascii: "C") } == 3)
  }

  @Test(
    "are searched for a text",
    arguments: [
      ("ab", 0, 2), ("ab", 2, 2), ("ab", 3, 5), ("ab", 6, nil), ("b", 0, 3), ("abab", 0, nil), ("ab", -9, 2),
      ("ab", 99, nil), ("", 0, nil), ("a", 4, 5), ("aab", 0, 1),
    ])
  func firstIndex(text: String, start: Int, expected: Int?) {
    #expect(Array("xaab ab".utf8).firstIndex(of: text, from: start) == expected)
  }

  @Test(
    "are compared with a text at an index",
    arguments: [
      ("version", 4, true), ("version", 3, false), ("version:", 4, false), ("", 11, true), ("", 12, false),
      ("let", -1, false),
    ])
  func has(text: String, index: Int, expected: Bool) {
    #expect(Array("let version".utf8).has(text, at: index) == expected)
  }

  @Test("are skipped while a condition holds", arguments: [(0, 2), (1, 2), (2, 2), (3, 5), (5, 5), (9, 9)])
  func passing(start: Int, expected: Int) {
    #expect(Array("  x  ".utf8).index(after: start, while: \.isBlank) == expected)
  }
}
