import Testing

@testable import Git

@Suite("The commits that a walk has read")
struct KeptCommitsTests {
  @Test("are kept as they are, each by its number, as far as there is room")
  func keeping() {
    var kept = KeptCommits()
    let texts = (0..<40).map { number in [UInt8](repeating: UInt8(number), count: 1 << 20 - number % 2) }
    for (number, text) in texts.enumerated() { text.withUnsafeBytes { kept.insert($0, of: 2 * number) } }
    for (number, text) in texts.enumerated() {
      #expect(kept.value(of: 2 * number, [UInt8].init) == (number < 32 ? text : nil), "\(number)")
      #expect(kept.value(of: 2 * number + 1, [UInt8].init) == nil)
    }
  }

  @Test("may say little, or nothing, but not too much")
  func sizes() {
    var kept = KeptCommits()
    let texts: [[UInt8]] = [[], [1, 2], Array(repeating: 3, count: 1 << 20 + 1), [4]]
    for (number, text) in texts.enumerated() { text.withUnsafeBytes { kept.insert($0, of: number) } }
    #expect(kept.value(of: 0, [UInt8].init) == [])
    #expect(kept.value(of: 1, [UInt8].init) == [1, 2])
    #expect(kept.value(of: 2, [UInt8].init) == nil)
    #expect(kept.value(of: 3, [UInt8].init) == [4])
    #expect(kept.value(of: 99, [UInt8].init) == nil)
  }
}
