@testable import Git

/// A path limit on the first line and a path on the second: what is excluded is what was meant, and a path means itself.
struct PathspecTarget: FuzzTarget {
  static let name = "pathspec"

  func check(_ input: Input) throws {
    let lines = input.lines(2)
    guard lines.count == 2, !lines[1].isEmpty else { return }
    let path = Array(lines[1].utf8)[...]
    if let limit = try? Pathspec([lines[0]]) {
      _ = limit.canMatch(below: path)
      if lines[0].utf8.first != UInt8(ascii: ":"), let exclusion = try? Pathspec([":(exclude)\(lines[0])"]) {
        try require(exclusion.matches(path) != limit.matches(path), "what is excluded is not what was meant")
      }
    }
    // Only a path as git has them means itself: no part is empty or leads elsewhere. A slash may end it.
    let parts = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropLast()
    let isPlain = !parts.contains { $0.allSatisfy { $0 == UInt8(ascii: ".") } }
    if isPlain, let itself = try? Pathspec([":(literal)\(lines[1])"]) {
      try require(itself.matches(path), "a path does not mean itself")
    }
  }
}
