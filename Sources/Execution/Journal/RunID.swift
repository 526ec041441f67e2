import MartletCore

/// The ID of a run: the second in UTC when it began and four hexadecimal digits, such as `20261121-004113-7f3a`. IDs
/// sort by age.
package struct RunID: Hashable, Sendable, Comparable {
  package let string: String

  /// Parses an ID; nil when `string` is not one.
  package init?(_ string: String) {
    let parts = string.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 6, 4],
      parts[..<2].joined().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      parts[2].allSatisfy({ Character(.init($0)).isHexDigit })
    else { return nil }
    self.string = string
  }

  /// Creates an ID for a run that begins at `utc`, given as `2026-11-21T00:41:13Z`. It sorts after `last` if that began
  /// in the same second.
  init?(beginningAt utc: String, after last: RunID? = nil) {
    let digits = utc.filter(\.isNumber)
    let second = "\(digits.prefix(8))-\(digits.dropFirst(8).prefix(6))"
    let lowest = last.flatMap { $0.string.hasPrefix(second) ? UInt16($0.short, radix: 16) : nil }.map { $0 &+ 1 } ?? 0
    // The upper half is reserved for runs in the same second.
    let suffix = UInt16.random(in: lowest...max(lowest, 0x7fff))
    self.init("\(second)-\(suffix.zeroPadded(to: 4, radix: 16))")
  }

  /// The last four digits, which users type.
  package var short: String { String(string.suffix(4)) }

  package static func < (left: RunID, right: RunID) -> Bool { left.string < right.string }
}

extension RunID: CustomStringConvertible {
  package var description: String { string }
}
