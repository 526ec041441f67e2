import MartletCore

/// A literal text with placeholders for a version, a build number, and any other text of a line.
struct TextPattern {
  /// A hole that was filled.
  struct Placeholder {
    let kind: VersionSite.Kind
    let span: Range<Int>
  }

  private let prefix: [UInt8]
  /// Each hole with the literal after it. The kind of a hole for any text is nil.
  private var holes: [(kind: VersionSite.Kind?, literal: [UInt8])] = []

  /// Returns nil when `text` has no hole for a value, one hole twice, or `${any}` without text on both sides.
  init?(_ text: String) {
    var literals: [[UInt8]] = [[]]
    var kinds: [VersionSite.Kind?] = []
    let bytes = Array(text.utf8)
    var index = 0
    while index < bytes.count {
      if let hole = Self.names.first(where: { bytes.has($0.name, at: index) }) {
        kinds.append(hole.kind)
        literals.append([])
        index += hole.name.utf8.count
      } else {
        literals[literals.count - 1].append(bytes[index])
        index += 1
      }
    }
    guard kinds.contains(where: { $0 != nil }), Set(kinds).count == kinds.count else { return nil }
    if let open = kinds.firstIndex(of: nil), literals[open].isEmpty || literals[open + 1].isEmpty { return nil }
    prefix = literals[0]
    holes = zip(kinds, literals.dropFirst()).map { (kind: $0, literal: $1) }
  }

  private static let names: [(name: String, kind: VersionSite.Kind?)] = [
    ("${version}", .version), ("${build}", .build), ("${any}", nil),
  ]

  /// Returns the holes of every match, from left to right; matches do not overlap.
  func matches(in bytes: [UInt8], from start: Int) -> [[Placeholder]] {
    var matches: [[Placeholder]] = []
    var index = start
    while index < bytes.count {
      if let match = match(in: bytes, at: index) {
        matches.append(match.holes)
        index = max(match.end, index + 1)
      } else {
        index += 1
      }
    }
    return matches
  }

  private func match(in bytes: [UInt8], at start: Int) -> (holes: [Placeholder], end: Int)? {
    if prefix.isEmpty, let before = bytes.byte(at: start - 1), before.isIdentifier || before == UInt8(ascii: ".") {
      return nil
    }
    guard let end = Self.end(of: prefix, in: bytes, at: start) else { return nil }
    return fill(holes[...], in: bytes, at: end)
  }

  private typealias Rest = ArraySlice<(kind: VersionSite.Kind?, literal: [UInt8])>

  /// Fills the holes in order: a value with the longest text that lets the rest match, any text with the shortest. There
  /// are at most three.
  private func fill(_ rest: Rest, in bytes: [UInt8], at start: Int) -> (holes: [Placeholder], end: Int)? {
    guard let hole = rest.first else { return ([], start) }
    guard let kind = hole.kind else { return skip(rest, in: bytes, at: start) }
    let longest =
      switch kind {
      case .version: bytes.versionToken(at: start)
      case .build: bytes.buildToken(at: start)
      }
    guard let longest else { return nil }
    for end in stride(from: longest.upperBound, to: start, by: -1) {
      guard isWhole(bytes[start..<end], kind: kind),
        let literalEnd = Self.end(of: hole.literal, in: bytes, at: end),
        let filled = fill(rest.dropFirst(), in: bytes, at: literalEnd)
      else { continue }
      return ([Placeholder(kind: kind, span: start..<end)] + filled.holes, filled.end)
    }
    return nil
  }

  /// Skips the text of a hole for any text, which ends on its line.
  private func skip(_ rest: Rest, in bytes: [UInt8], at start: Int) -> (holes: [Placeholder], end: Int)? {
    guard let literal = rest.first?.literal else { return nil }
    for end in start...bytes.index(after: start, while: { !$0.isLineEnd }) {
      if let literalEnd = Self.end(of: literal, in: bytes, at: end),
        let filled = fill(rest.dropFirst(), in: bytes, at: literalEnd)
      {
        return filled
      }
    }
    return nil
  }

  private func isWhole(_ bytes: ArraySlice<UInt8>, kind: VersionSite.Kind) -> Bool {
    switch kind {
    case .version: bytes.versionToken(at: bytes.startIndex)?.upperBound == bytes.endIndex
    case .build: bytes.buildToken(at: bytes.startIndex)?.upperBound == bytes.endIndex
    }
  }

  /// Returns the end of `literal` at `start`; nil if `start` does not have it.
  private static func end(of literal: [UInt8], in bytes: [UInt8], at start: Int) -> Int? {
    var index = start
    for byte in literal {
      if byte == .lineFeed, bytes.has("\r\n", at: index) { index += 1 }
      guard bytes.byte(at: index) == byte else { return nil }
      index += 1
    }
    return index
  }
}
