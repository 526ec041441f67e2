@testable import MartletCore
@testable import TestSupport

/// Two texts with a NUL between them: the difference makes the second of the first.
struct DiffTarget: FuzzTarget {
  static let name = "diff"
  static let greatestLength = 1024

  func check(_ input: Input) throws {
    let halves = input.bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    guard halves.count == 2 else { return }
    let path: RelativePath = "a b"
    // A difference shows invalid bytes as U+FFFD, so texts alone can be made again.
    let texts = halves.map { String(decoding: $0, as: UTF8.self) }
    let (old, new) = (SourceText(path: path, text: texts[0]), SourceText(path: path, text: texts[1]))
    for context in [0, 1, 3] {
      let diff = UnifiedDiff(from: old, to: new)
      let patched = try Self.patched(old.bytes, by: Array(diff.rendered(context: context).utf8))
      try require(patched == new.bytes, "with \(context) lines around: \(diff.rendered(context: context))")
    }
    try require(UnifiedDiff(from: new, to: new).rendered().isEmpty, "a difference of a text to itself")
    let created = UnifiedDiff(from: nil, to: new).rendered()
    try require(try Self.patched([], by: Array(created.utf8)) == new.bytes, created)
  }

  private typealias Line = ArraySlice<UInt8>

  /// What `patch` makes of `old`: every line of a hunk has to be where its head says.
  private static func patched(_ old: [UInt8], by diff: [UInt8]) throws -> [UInt8] {
    guard !diff.isEmpty else { return old }
    let lines = old.split(separator: .lineFeed, omittingEmptySubsequences: false)
    var result: [UInt8] = []
    var (next, added) = (0, 0)
    var rows = diff.split(separator: .lineFeed, omittingEmptySubsequences: false).dropLast().dropFirst(2)
    func put(_ line: Line, hasEnd: Bool) {
      result += line
      if hasEnd { result.append(.lineFeed) }
      added += 1
    }
    while let head = rows.popFirst() {
      let hunk = try Hunk(head)
      try require(hunk.oldStart >= next && hunk.oldStart <= lines.count, "a hunk at \(hunk.oldStart)")
      for line in lines[next..<hunk.oldStart] { put(line, hasEnd: true) }
      next = hunk.oldStart
      try require(added == hunk.newStart, "a hunk for line \(hunk.newStart) of the new text comes at \(added)")
      var (oldLeft, newLeft) = (hunk.oldCount, hunk.newCount)
      while oldLeft > 0 || newLeft > 0 {
        guard let row = rows.popFirst(), let sign = row.first else { throw Violation("a hunk ends too early") }
        let hasEnd = !(rows.first?.starts(with: "\\ No newline".utf8) ?? false)
        if !hasEnd { rows = rows.dropFirst() }
        if sign != UInt8(ascii: "+") {
          try require(next < lines.count && lines[next] == row.dropFirst(), "line \(next + 1) is another")
          try require(hasEnd || next == lines.count - 1, "line \(next + 1) has an end")
          (next, oldLeft) = (next + 1, oldLeft - 1)
        }
        if sign != UInt8(ascii: "-") {
          put(row.dropFirst(), hasEnd: hasEnd)
          newLeft -= 1
        }
      }
    }
    let rest = lines[min(next, lines.count)...]
    return result + rest.joined(separator: [.lineFeed])
  }

  /// `@@ -2,7 +2,7 @@`, with lines counted from 0.
  private struct Hunk {
    let oldStart, oldCount, newStart, newCount: Int

    init(_ head: Line) throws {
      let words = String(decoding: head, as: UTF8.self).split(separator: " ")
      guard words.count == 4, words[0] == "@@", words[3] == "@@" else { throw Violation("no head of a hunk: \(words)") }
      let ranges = try words[1...2].map { word in
        let numbers = word.dropFirst().split(separator: ",").compactMap { Int($0) }
        guard let first = numbers.first else { throw Violation("no range: \(word)") }
        let count = numbers.count > 1 ? numbers[1] : 1
        return (start: count == 0 ? first : first - 1, count: count)
      }
      (oldStart, oldCount, newStart, newCount) = (ranges[0].start, ranges[0].count, ranges[1].start, ranges[1].count)
    }
  }
}
