/// What a run is called: the second in UTC when it began and four random digits, such as `20261121-004113-7f3a`, so that
/// runs sort by age.
package struct RunID: Hashable, Sendable, Comparable {
  package let string: String

  /// The id, or nil when `string` is none.
  package init?(_ string: String) {
    let parts = string.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 6, 4],
      parts[..<2].joined().allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      parts[2].allSatisfy({ Character(.init($0)).isHexDigit })
    else { return nil }
    self.string = string
  }

  /// An id for a run that begins at `utc`, given as `2026-11-21T00:41:13Z`.
  init?(beginningAt utc: String) {
    let digits = utc.filter(\.isNumber)
    let suffix = String(UInt16.random(in: 0...0xffff), radix: 16)
    self.init(
      "\(digits.prefix(8))-\(digits.dropFirst(8).prefix(6))-\(String(repeating: "0", count: 4 - suffix.count))\(suffix)"
    )
  }

  /// The last digits, by which people name it.
  package var short: String { String(string.suffix(4)) }

  package static func < (left: RunID, right: RunID) -> Bool { left.string < right.string }
}

extension RunID: CustomStringConvertible {
  package var description: String { string }
}
