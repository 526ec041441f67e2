extension String {
  /// The text with base letters and combining marks composed, like names in git with `core.precomposeunicode`.
  ///
  /// For fully decomposed text, such as names written by Cocoa programs, this is Unicode's normal form C (UAX 15).
  package var composed: String {
    guard unicodeScalars.contains(where: { $0.value >= 0x300 }) else { return self }
    var composed: [Unicode.Scalar] = []
    /// The index of the last starter, and the combining class of the scalar after it.
    var starter: Int?
    var lastClass = 0
    for scalar in unicodeScalars.inCanonicalOrder {
      let ownClass = Int(scalar.properties.canonicalCombiningClass.rawValue)
      if let start = starter, lastClass < ownClass || (lastClass == 0 && start == composed.count - 1),
        let both = Composition.scalar(of: composed[start], and: scalar)
      {
        composed[start] = both
        continue
      }
      if ownClass == 0 { starter = composed.count }
      lastClass = ownClass
      composed.append(scalar)
    }
    var text = UnicodeScalarView()
    text.append(contentsOf: composed)
    return String(text)
  }

  /// The text for comparing names like case-insensitive disks. Swift treats composed and decomposed text as equal.
  package var foldedCase: String { uppercased().lowercased() }
}

extension Sequence<Unicode.Scalar> {
  /// The scalars with each run of combining marks sorted by class.
  fileprivate var inCanonicalOrder: [Unicode.Scalar] {
    var ordered: [Unicode.Scalar] = []
    for scalar in self {
      var place = ordered.count
      let ownClass = scalar.properties.canonicalCombiningClass
      if ownClass != .notReordered {
        while place > 0, ordered[place - 1].properties.canonicalCombiningClass > ownClass { place -= 1 }
      }
      ordered.insert(scalar, at: place)
    }
    return ordered
  }
}

private enum Composition {
  /// The ranges with scalars that are canonically composed of two, except those excluded from composition. Other
  /// scalars in them are harmless.
  private static let ranges: [ClosedRange<UInt32>] = [
    0xC0...0x233, 0x385...0x934, 0x9CB...0x9CC, 0xB48...0xB4C, 0xB94...0xDDE, 0x1026...0x1026, 0x1B06...0x22ED,
    0x304C...0x30FE, 0x1109A...0x11938,
  ]

  /// The composed scalars by their text: the decomposed text is an equal key. The first of several equal scalars is
  /// composed.
  private static let composites: [String: Unicode.Scalar] = Dictionary(
    ranges.joined().compactMap(Unicode.Scalar.init).map { (String($0), $0) }, uniquingKeysWith: { first, _ in first })

  /// Returns the composition of `first` and `second`; nil if there is none.
  static func scalar(of first: Unicode.Scalar, and second: Unicode.Scalar) -> Unicode.Scalar? {
    if let syllable = hangul(first.value, second.value) { return Unicode.Scalar(syllable) }
    var pair = UnicodeScalarView()
    pair.append(first)
    pair.append(second)
    return composites[String(pair)]
  }

  private typealias UnicodeScalarView = String.UnicodeScalarView

  /// Composes Hangul (The Unicode Standard, 3.12, "Conjoining Jamo Behavior").
  private static func hangul(_ first: UInt32, _ second: UInt32) -> UInt32? {
    if (0x1100..<0x1113).contains(first), (0x1161..<0x1176).contains(second) {
      return 0xAC00 + ((first - 0x1100) * 21 + (second - 0x1161)) * 28
    }
    guard (0xAC00..<0xD7A4).contains(first), (first - 0xAC00) % 28 == 0, (0x11A8..<0x11C3).contains(second) else {
      return nil
    }
    return first + (second - 0x11A7)
  }
}
