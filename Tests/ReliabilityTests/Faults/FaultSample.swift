import Foundation

/// The part of the fault sweeps that is tested: with `MARTLET_FAULTS=all` the whole, otherwise the sample with that number, 1
/// without the variable. A number always selects the same faults, and all numbers together select every fault.
enum FaultSample {
  private static let name = ProcessInfo.processInfo.environment["MARTLET_FAULTS"] ?? "1"
  static let isWhole = name == "all"
  private static let number = Int(name) ?? 1
  /// The seed of the sample.
  static var seed: UInt64 { UInt64(max(0, number)) }

  /// Every `distance`-th position; in the whole, every one or every `whole`-th.
  static func positions(_ range: Range<Int>, every distance: Int, whole: Int = 1) -> StrideTo<Int> {
    // 60 is a multiple of the numbers of elements in `some`, so that every position is tested with every element.
    let first = isWhole ? 0 : number / 60 % distance
    return stride(from: range.lowerBound + first, to: range.upperBound, by: isWhole ? whole : distance)
  }

  /// `count` elements; in the whole, all.
  static func some<Element>(_ count: Int, of all: [Element]) -> [Element] {
    isWhole ? all : (0..<count).map { all[(number % 60 * count + $0) % all.count] }
  }
}
