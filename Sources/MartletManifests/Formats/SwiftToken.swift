import MartletCore

/// A word, literal or sign in a Swift text.
struct SwiftToken {
  enum Kind: Equatable {
    case word(String)
    /// A decimal integer.
    case integer
    /// The bytes between the quotes; nil when the string has interpolations, escapes or several lines.
    case string(Range<Int>?)
    case sign(UInt8)
  }

  let kind: Kind
  let span: Range<Int>
  /// Whether it is the first of its line.
  let startsLine: Bool

  func isWord(_ word: String) -> Bool { kind == .word(word) }
  func isSign(_ sign: Unicode.Scalar) -> Bool { kind == .sign(UInt8(ascii: sign)) }
}
