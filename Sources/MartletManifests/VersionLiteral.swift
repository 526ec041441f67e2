import MartletBuildSettings
import MartletCore

/// Bytes with a version or a part of it, whose line is not computed yet.
struct VersionLiteral: Sendable {
  /// The identity of a literal: equal if and only if they are the same bytes.
  struct Identity: Hashable, Sendable {
    let path: RelativePath
    let span: Range<Int>

    /// Whether edits of the two literals would conflict.
    func overlaps(_ other: Identity) -> Bool {
      (span == other.span || span.overlaps(other.span)) && path == other.path
    }
  }

  let part: VersionSite.Piece.Part
  let source: SourceText
  let span: Range<Int>
  let spelling: Spelling

  var identity: Identity { Identity(path: source.path, span: span) }

  /// Creates a literal for `range` of `text`; nil if the file does not contain these bytes.
  init?(_ part: VersionSite.Piece.Part, at range: Range<Int>, of text: LocatedText) {
    guard let source = text.source else { return nil }
    self.part = part
    self.source = source
    if text.notation == .openStep, range == 0..<text.bytes.count {
      span = text.span
      spelling = .openStep
    } else {
      guard let span = text.span(of: range) else { return nil }
      self.span = span
      spelling = .plain
    }
  }

  var piece: VersionSite.Piece { VersionSite.Piece(part, at: span, of: source, spelling: spelling) }
}

extension Expansion {
  /// The literals that make up the value; nil when there are none, or when parts of it are not literally in a file: an
  /// unknown setting, the result of an operator, or text with escapes.
  ///
  /// A single literal may be any text. Several literals are the numbers of a version, one or more in each, separated by
  /// dots, and an optional pre-release with its `-` at the end, which may be empty.
  var versionLiterals: [VersionLiteral]? {
    let written = fragments.filter { !$0.bytes.isEmpty }
    guard isComplete, !written.isEmpty, !bytes.contains(UInt8(ascii: "$")) else { return nil }
    if fragments.count == 1, let text = fragments[0].origin {
      return VersionLiteral(.whole, at: fragments[0].range, of: text).map { [$0] }
    }
    var reader = ComposedVersion()
    for fragment in fragments {
      guard reader.read(fragment) else { return nil }
    }
    let literals = reader.literals
    guard reader.isComplete, Set(literals.map(\.identity)).count == literals.count else { return nil }
    return literals
  }
}

/// Parses the fragments of a version in order.
private struct ComposedVersion {
  private(set) var literals: [VersionLiteral] = []
  private var count = 0
  private var expectsNumber = true
  private var hasSuffix = false

  var isComplete: Bool { count > 0 && !expectsNumber }

  /// Parses a fragment; returns false when it does not fit.
  mutating func read(_ fragment: Expansion.Fragment) -> Bool {
    guard let text = fragment.origin else { return false }
    guard !fragment.bytes.isEmpty else { return readRoom(text) }
    var index = fragment.range.lowerBound
    while index < fragment.range.upperBound {
      guard !hasSuffix else { return false }
      let byte = text.bytes[index]
      if byte == UInt8(ascii: "."), !expectsNumber {
        expectsNumber = true
        index += 1
      } else if byte.isDigit, expectsNumber {
        let end = text.bytes[index..<fragment.range.upperBound].firstIndex { !$0.isDigit } ?? fragment.range.upperBound
        guard append(.component(count), at: index..<end, of: text) else { return false }
        count += 1
        expectsNumber = false
        index = end
      } else if byte == UInt8(ascii: "-"), !expectsNumber {
        hasSuffix = true
        return append(.suffix, at: index..<fragment.range.upperBound, of: text)
      } else {
        return false
      }
    }
    return true
  }

  private mutating func readRoom(_ text: LocatedText) -> Bool {
    guard !expectsNumber, !hasSuffix else { return true }
    hasSuffix = true
    return append(.suffix, at: 0..<0, of: text)
  }

  private mutating func append(_ part: VersionSite.Piece.Part, at range: Range<Int>, of text: LocatedText) -> Bool {
    guard let literal = VersionLiteral(part, at: range, of: text) else { return false }
    literals.append(literal)
    return true
  }
}
