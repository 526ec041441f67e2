// Names and classes of bytes, as in format descriptions.
extension UInt8 {
  @inlinable package static var tab: UInt8 { UInt8(ascii: "\t") }
  @inlinable package static var lineFeed: UInt8 { UInt8(ascii: "\n") }
  @inlinable package static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
  @inlinable package static var space: UInt8 { UInt8(ascii: " ") }

  /// Space or tab.
  @inlinable package var isBlank: Bool { self == .space || self == .tab }

  /// Carriage return or line feed.
  @inlinable package var isLineEnd: Bool { self == .lineFeed || self == .carriageReturn }

  /// `0` to `9`.
  @inlinable package var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }

  /// `a` to `z` or `A` to `Z`.
  @inlinable package var isLetter: Bool { (self | 0x20) >= UInt8(ascii: "a") && (self | 0x20) <= UInt8(ascii: "z") }

  /// The byte with an ASCII letter in lower case.
  @inlinable package var lowercased: UInt8 { isLetter ? self | 0x20 : self }

  /// A letter, a digit or `_`: an ASCII byte of an identifier in C or Swift.
  @inlinable package var isIdentifier: Bool { isLetter || isDigit || self == UInt8(ascii: "_") }
}

extension RandomAccessCollection where Element == UInt8, Index == Int {
  /// Returns the byte at `index`, nil if out of range.
  @inlinable package func byte(at index: Int) -> UInt8? {
    index >= startIndex && index < endIndex ? self[index] : nil
  }

  /// Whether the bytes of `text` are at `index`.
  @inlinable package func has(_ text: String, at index: Int) -> Bool {
    guard index >= startIndex, index <= endIndex else { return false }
    return self[index...].starts(with: text.utf8)
  }

  /// Returns the first index of `text` at or after `start`.
  @inlinable package func firstIndex(of text: String, from start: Int) -> Int? {
    guard let first = text.utf8.first else { return nil }
    var index = Swift.max(start, startIndex)
    while index < endIndex, let candidate = self[index...].firstIndex(of: first) {
      if has(text, at: candidate) { return candidate }
      index = candidate + 1
    }
    return nil
  }

  /// Returns the first index at or after `start` whose byte does not satisfy `condition`; the end if all do.
  @inlinable package func index(after start: Int, while condition: (UInt8) -> Bool) -> Int {
    var index = Swift.max(start, startIndex)
    while index < endIndex, condition(self[index]) { index += 1 }
    return index
  }

  /// Returns the first index from which all bytes up to `end` satisfy `condition`; `end` if the last one does not.
  @inlinable package func index(before end: Int, while condition: (UInt8) -> Bool) -> Int {
    var index = Swift.min(end, endIndex)
    while index > startIndex, condition(self[index - 1]) { index -= 1 }
    return index
  }
}
