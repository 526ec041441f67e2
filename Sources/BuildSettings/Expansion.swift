import TextEditing

/// What a value comes to, with the origin of every part: a text, or the elements of a list.
package struct Expansion: Sendable {
  /// Bytes that come from one place, or that an operator has made.
  package struct Fragment: Sendable {
    package let bytes: ArraySlice<UInt8>
    /// The value they stand in, at `range`; nil when they stand nowhere as they are.
    package let origin: LocatedText?
    package let range: Range<Int>
  }

  /// A reference to a setting that has no value here.
  package struct Unknown: Sendable {
    package let name: String
    /// The value with the reference in it.
    package let text: LocatedText
  }

  package private(set) var fragments: [Fragment] = []
  /// Whether something was found to expand, be it empty. An operator is not applied to nothing.
  private(set) var isDefined = false
  private(set) var count = 0
  /// Every reference on the way that is to nothing.
  package internal(set) var unknown: [Unknown] = []
  /// Where a further element begins, as indices of `fragments`, and whether what comes next begins one.
  private var boundaries: [Int] = []
  private var isAtBoundary = false
  /// Whether there were blanks before anything was found to expand, which end the element before this expansion.
  private var beginsElement = false

  init() {}

  /// Whether every reference on the way is to a setting that has a value here.
  package var isComplete: Bool { unknown.isEmpty }

  mutating func append(_ range: Range<Int>, of text: LocatedText) {
    append(Fragment(bytes: text.bytes[range], origin: text, range: range))
  }

  /// Text that stands nowhere as it is.
  mutating func append(made text: String) {
    let bytes = Array(text.utf8)
    append(Fragment(bytes: bytes[...], origin: nil, range: 0..<bytes.count))
  }

  private mutating func append(_ fragment: Fragment) {
    beginElement()
    fragments.append(fragment)
    isDefined = true
    count += fragment.bytes.count
  }

  mutating func append(_ other: Expansion) {
    if fragments.isEmpty, unknown.isEmpty, !isDefined, !isAtBoundary {
      let begins = beginsElement
      self = other
      (isAtBoundary, beginsElement) = (false, begins)
      return
    }
    if other.isDefined { beginElement() }
    boundaries += other.boundaries.map { $0 + fragments.count }
    fragments += other.fragments
    isDefined = isDefined || other.isDefined
    unknown += other.unknown
    count += other.count
  }

  /// The empty value that `text` is: it stands somewhere and can be filled, but there is nothing in it.
  mutating func appendEmpty(_ text: LocatedText) {
    fragments.append(Fragment(bytes: [], origin: text, range: 0..<0))
  }

  /// What comes next, if anything does, is another element.
  mutating func endElement() {
    if isDefined { isAtBoundary = true } else { beginsElement = true }
  }

  /// Appends `other` as if its parts had been appended one after the other: blanks at its ends end an element of this one.
  mutating func `continue`(with other: Expansion) {
    if other.beginsElement { endElement() }
    if other.isDefined { beginElement() }
    boundaries += other.boundaries.map { $0 + fragments.count }
    fragments += other.fragments
    isDefined = isDefined || other.isDefined
    isAtBoundary = isAtBoundary || other.isAtBoundary
    unknown += other.unknown
    count += other.count
  }

  /// The same elements, each as one text that stands nowhere, and each unknown name once.
  var withoutOrigins: Expansion {
    var plain = self
    let ends = fragments.isEmpty ? [] : boundaries + [fragments.count]
    plain.fragments = zip([0] + boundaries, ends).compactMap { start, end in
      if end - start == 1, fragments[start].origin == nil { return fragments[start] }
      let bytes = fragments[start..<end].flatMap(\.bytes)
      return Fragment(bytes: bytes[...], origin: nil, range: 0..<bytes.count)
    }
    plain.boundaries = Array(boundaries.indices.map { $0 + 1 })
    var names: Set<String> = []
    plain.unknown = unknown.filter { names.insert($0.name).inserted }
    return plain
  }

  /// What it costs to copy it, in steps of an expansion.
  var weight: Int { 1 + fragments.count / 16 + unknown.count / 16 + count / 256 }

  private mutating func beginElement() {
    if isAtBoundary { boundaries.append(fragments.count) }
    isAtBoundary = false
  }

  /// All elements in one; defined even if there are none.
  func joined() -> Expansion {
    var joined = self
    joined.boundaries = []
    joined.isAtBoundary = false
    joined.isDefined = true
    return joined
  }

  /// The expansion with every element replaced by a text that `transform` makes of it.
  func mapped(_ transform: (String) -> String) -> Expansion {
    var mapped = Expansion()
    mapped.unknown = unknown
    for element in elements {
      mapped.append(made: transform(element))
      mapped.endElement()
    }
    return mapped
  }

  package var bytes: [UInt8] { fragments.flatMap(\.bytes) }

  /// The text, invalid bytes replaced by U+FFFD.
  package var string: String { String(decoding: bytes, as: UTF8.self) }

  /// The elements of a list; one in string form. None when nothing was found, which is not the same as an empty one.
  package var elements: [String] {
    guard isDefined else { return [] }
    let ends = boundaries + [fragments.count]
    return zip([0] + boundaries, ends).map { start, end in
      String(decoding: fragments[start..<end].flatMap(\.bytes), as: UTF8.self)
    }
  }
}
