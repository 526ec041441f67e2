import Testing

@testable import Commands

@Suite("A text of line groups")
struct LineGroupsTests {
  private let groups = LineGroups([["state"], ["a", "b", "c", "d", "e"], [], ["x", "y", "z"]])

  private func lines(_ limit: Int) -> [String] { groups.lines(upTo: limit) { "\($0) more" } }

  @Test("has all lines if they fit")
  func whole() {
    #expect(lines(9) == ["state", "a", "b", "c", "d", "e", "x", "y", "z"])
  }

  @Test("shortens the longest group first, and each to two lines")
  func shortened() {
    #expect(lines(8) == ["state", "a", "b", "c", "2 more", "x", "y", "z"])
    #expect(lines(6) == ["state", "a", "4 more", "x", "y", "z"])
    #expect(lines(1) == ["state", "a", "4 more", "x", "2 more"])
  }
}
