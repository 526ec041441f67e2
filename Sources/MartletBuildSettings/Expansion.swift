import MartletCore

/// The expanded value with the origin of every part: a text, or the elements of a list.
package struct Expansion: Sendable {
  /// Bytes from one place, or made by an operator.
  package struct Fragment: Sendable {
    package let bytes: ArraySlice<UInt8>
    /// The value that contains them at `range`; nil when no file contains them literally.
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
  /// Whether something was expanded, even if it is empty. An operator is not applied to an undefined value.
  private(set) var isDefined = false
  private(set) var count = 0
  /// Every reference without a value.
  package internal(set) var unknown: [Unknown] = []
  /// The indices of `fragments` at which an element begins, and whether the next fragment begins one.
  private var boundaries: [Int] = []
  private var isAtBoundary = false
  /// Whether blanks before the first fragment end the previous element.
  private var beginsElement = false

  init() {}

  /// Whether every reference on the way is to a setting that has a value here.
  package var isComplete: Bool { unknown.isEmpty }

  mutating func append(_ range: Range<Int>, of text: LocatedText) {
    append(Fragment(bytes: text.bytes[range], origin: text, range: range))
  }

  /// Appends text that no file contains literally.
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

  /// Appends the empty value `text`: it has a place in a file and can be filled.
  mutating func appendEmpty(_ text: LocatedText) {
    fragments.append(Fragment(bytes: [], origin: text, range: 0..<0))
  }

  /// Ends the current element.
  mutating func endElement() {
    if isDefined { isAtBoundary = true } else { beginsElement = true }
  }

  /// Appends `other` as if its parts were appended one by one: blanks at its ends end an element of this one.
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

  /// The same elements, each as one text without an origin, and each unknown name once.
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

  /// The cost of a copy, in steps of an expansion.
  var weight: Int { 1 + fragments.count / 16 + unknown.count / 16 + count / 256 }

  private mutating func beginElement() {
    if isAtBoundary { boundaries.append(fragments.count) }
    isAtBoundary = false
  }

  /// Joins all elements into one; defined even if there are none.
  func joined() -> Expansion {
    var joined = self
    joined.boundaries = []
    joined.isAtBoundary = false
    joined.isDefined = true
    return joined
  }

  /// Replaces every element by the result of `transform`.
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

  /// The elements of a list; one in string form. An undefined value has none, an empty one has one.
  package var elements: [String] {
    guard isDefined else { return [] }
    let ends = boundaries + [fragments.count]
    return zip([0] + boundaries, ends).map { start, end in
      String(decoding: fragments[start..<end].flatMap(\.bytes), as: UTF8.self)
    }
  }
}
