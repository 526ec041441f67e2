import TextEditing

/// What a value comes to, with the origin of every part.
package struct Expansion: Sendable {
  /// Bytes that come from one place, or that an operator has made.
  package struct Fragment: Sendable {
    package let bytes: ArraySlice<UInt8>
    /// The value they stand in, at `range`; nil when they stand nowhere as they are.
    package let origin: LocatedText?
    package let range: Range<Int>
  }

  package private(set) var fragments: [Fragment] = []
  /// Whether something was found to expand, be it empty. An operator is not applied to nothing.
  private(set) var isDefined = false
  private(set) var count = 0
  /// Whether every reference on the way is to a setting that has a value here.
  package private(set) var isComplete = true

  init() {}

  mutating func append(_ range: Range<Int>, of text: LocatedText) {
    fragments.append(Fragment(bytes: text.bytes[range], origin: text, range: range))
    isDefined = true
    count += range.count
  }

  mutating func append(_ other: Expansion) {
    fragments += other.fragments
    isDefined = isDefined || other.isDefined
    isComplete = isComplete && other.isComplete
    count += other.count
  }

  /// What a reference to an unknown setting comes to: nothing.
  static var unknown: Expansion {
    var expansion = Expansion()
    expansion.isComplete = false
    return expansion
  }

  /// The empty value that `text` is: it stands somewhere and can be filled, but there is nothing in it.
  mutating func appendEmpty(_ text: LocatedText) {
    fragments.append(Fragment(bytes: [], origin: text, range: 0..<0))
  }

  /// The text that an operator has made of others.
  static func made(_ string: String, isComplete: Bool) -> Expansion {
    var expansion = Expansion()
    expansion.isComplete = isComplete
    let bytes = Array(string.utf8)
    expansion.fragments = [Fragment(bytes: bytes[...], origin: nil, range: 0..<bytes.count)]
    expansion.isDefined = true
    expansion.count = bytes.count
    return expansion
  }

  package var bytes: [UInt8] { fragments.flatMap(\.bytes) }

  /// The text, invalid bytes replaced by U+FFFD.
  package var string: String { String(decoding: bytes, as: UTF8.self) }
}
