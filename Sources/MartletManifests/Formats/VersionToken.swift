import MartletCore

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// Returns the bytes from `start` that are shaped like a version: `\d+(\.\d+)*`, then optionally `-` and a
  /// pre-release, `+` and metadata. It is the longest such run, of at most 256 bytes; nil when no digit is there.
  ///
  /// A pre-release may also follow without `-`, as in `1.6.2beta3`. Only the shape is checked: `Version` decides whether it is valid (leading zeros, five numbers).
  func versionToken(at start: Int) -> Range<Int>? {
    guard var end = numbers(at: start) else { return nil }
    if let glued = gluedPrerelease(at: end), self[start..<end].contains(UInt8(ascii: ".")) { end = glued }
    for mark in [UInt8(ascii: "-"), UInt8(ascii: "+")] where byte(at: end) == mark {
      guard let identifiers = identifiers(at: end + 1) else { break }
      end = identifiers
    }
    return end - start <= 256 ? start..<end : nil
  }

  /// Returns the bytes from `start` that are shaped like a build number: `\d+(\.\d+)*`.
  func buildToken(at start: Int) -> Range<Int>? {
    guard let end = numbers(at: start), end - start <= 256 else { return nil }
    return start..<end
  }

  /// Returns the end of a text such as `beta3` or `.rc1` that no other letter or digit follows.
  private func gluedPrerelease(at start: Int) -> Int? {
    let first = byte(at: start) == UInt8(ascii: ".") ? start + 1 : start
    let digits = index(after: first, while: \.isLetter)
    guard digits > first, Version.isPrereleaseWord(self[first..<digits]) else { return nil }
    let end = index(after: digits, while: \.isDigit)
    return byte(at: end)?.isIdentifier == true ? nil : end
  }

  private func numbers(at start: Int) -> Int? { dotted(at: start, of: \.isDigit) }

  private func identifiers(at start: Int) -> Int? {
    dotted(at: start) { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
  }

  /// Returns the end of one or more runs of matching bytes, separated by single dots.
  private func dotted(at start: Int, of condition: (UInt8) -> Bool) -> Int? {
    var end = index(after: start, while: condition)
    guard end > start else { return nil }
    while byte(at: end) == UInt8(ascii: ".") {
      let next = index(after: end + 1, while: condition)
      guard next > end + 1 else { break }
      end = next
    }
    return end
  }
}
