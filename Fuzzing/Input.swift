@testable import MartletCore
@testable import TestSupport

/// The bytes of one try.
struct Input {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The text, invalid bytes replaced by U+FFFD.
  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// The texts of its lines, the first `count` of them; all that is left is in the last one.
  func lines(_ count: Int) -> [String] {
    bytes.split(separator: .lineFeed, maxSplits: count - 1, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// What is chosen beside the bytes: the same for the same bytes, so that a file brings it all back (FNV-1a).
  var random: SeededGenerator {
    SeededGenerator(seed: bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }
}

extension SeededGenerator {
  /// Some numbers, sometimes with a pre-release.
  mutating func version(of lengths: ClosedRange<Int>) -> String {
    let numbers = (0..<Int.random(in: lengths, using: &self)).map { _ in String(next() % 1_200) }
    let suffix = ["", "", "-beta.1", "-rc.10", "-alpha-x.2", "-0"].randomElement(using: &self) ?? ""
    return numbers.joined(separator: ".") + suffix
  }
}
