import Testing

@testable import TextEditing

@Suite("The lines that two texts begin and end with alike")
struct CommonEndsTests {
  private func ends(_ old: String, _ new: String, keeping lineCount: Int = 0) -> [Int] {
    let ends = CommonEnds(of: Array(old.utf8), and: Array(new.utf8), keeping: lineCount)
    return [ends.headCount, ends.tailCount]
  }

  @Test(
    "are whole lines, and none is counted twice",
    arguments: [
      ("", "", [0, 0]), ("a\n", "", [0, 0]), ("a\n", "a\n", [2, 0]), ("a\nb\n", "a\nc\n", [2, 0]),
      ("ab\n", "ac\n", [0, 0]), ("a\nx\nb\n", "a\ny\nb\n", [2, 2]), ("a\nx\nb", "a\ny\nb", [2, 1]),
      ("a\nb", "a\nb\n", [2, 0]), ("a\na\n", "a\na\na\n", [4, 0]), ("xa\nb\n", "ya\nb\n", [0, 2]),
      ("a\nb\na\n", "a\na\n", [2, 0]),
    ] as [(String, String, [Int])])
  func wholeLines(old: String, new: String, expected: [Int]) {
    #expect(ends(old, new) == expected)
    #expect(ends(new, old) == expected)
  }

  @Test("leave out as many next to what differs as are to be kept", arguments: 0...5)
  func kept(lineCount: Int) {
    let lines = (1...20).map { "\($0)\n" }
    var edited = lines
    edited[9] = "ten\n"
    let head = lines[..<(9 - lineCount)].joined().utf8.count
    let tail = lines[(10 + lineCount)...].joined().utf8.count
    #expect(ends(lines.joined(), edited.joined(), keeping: lineCount) == [head, tail])
  }
}
