import MartletCore
import TestSupport
import Testing

@Suite("The common lines of two texts")
struct CommonLinesTests {
  private func diff(_ old: String, _ new: String) -> UnifiedDiff {
    UnifiedDiff(from: SourceText(path: "a", text: old), to: SourceText(path: "a", text: new))
  }

  @Test("are as many as possible, on random texts", arguments: [31, 32, 33, 34] as [UInt64])
  func minimal(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let (old, new) = (randomLines(using: &random), randomLines(using: &random))
      let diff = diff(old.joined(), new.joined())
      let common = longestCommonCount(old, new)
      #expect(diff.removedCount == old.count - common, "seed \(seed): \(old) → \(new)")
      #expect(diff.insertedCount == new.count - common, "seed \(seed): \(old) → \(new)")
    }
  }

  @Test("are not searched in texts that have almost nothing in common, to limit the time")
  func limit() {
    let old = (0..<30_000).map { "\($0 * 7 % 30_000)\n" }
    let new = (0..<30_000).map { "\($0 * 11 % 30_000)\n" }
    let diff = diff("head\n" + old.joined() + "tail\n", "head\n" + new.joined() + "tail\n")
    #expect(diff.removedCount == 29_999)
    #expect(diff.insertedCount == 29_999)
  }

  @Test("of a long text with a few distant edits are all except the edited ones")
  func farApart() {
    var lines = (0..<20_000).map { "\($0 % 50)\n" }
    let old = lines.joined()
    for index in stride(from: 10, to: 20_000, by: 1_000) { lines[index] = "edited\n" }
    let diff = diff(old, lines.joined())
    #expect(diff.removedCount == 20)
    #expect(diff.insertedCount == 20)
  }

  private func randomLines(using random: inout SeededGenerator) -> [String] {
    (0..<Int.random(in: 0...14, using: &random)).map { _ in
      (["a\n", "b\n", "c\n", "d\n"].randomElement(using: &random) ?? "")
    }
  }

  /// By dynamic programming, directly from the definition.
  private func longestCommonCount(_ left: [String], _ right: [String]) -> Int {
    var counts = Array(repeating: Array(repeating: 0, count: right.count + 1), count: left.count + 1)
    for row in left.indices {
      for column in right.indices {
        counts[row + 1][column + 1] =
          left[row] == right[column] ? counts[row][column] + 1 : max(counts[row][column + 1], counts[row + 1][column])
      }
    }
    return counts[left.count][right.count]
  }
}
