import MartletCore

/// A heading of a changelog: `## [1.5.0] - 2026-11-21`, `## Unreleased`, or a line underlined with `=`.
package struct ChangelogHeading: Hashable, Sendable {
  /// From 1.
  package let level: Int
  /// The text, without number signs.
  package let title: String
  /// The offsets of the heading with its line ends.
  package let span: Range<Int>
  /// The line of `=` or `-` below it; empty for a heading with number signs.
  package let underline: String
  /// The text before the title: number signs and blanks.
  package let opening: String
  package let version: Version?

  /// Whether it is the heading of unreleased changes.
  package var isUnreleased: Bool { version == nil && Self.isUnreleased(title) }

  /// Whether it is a version with a link to a comparison.
  var isComparison: Bool { version != nil && title.contains("](") && title.contains("/compare/") }

  /// Parses a heading with one to six number signs; nil if the line is not one.
  init?(numberSigns line: Range<Int>, next: Int, in source: SourceText) {
    let bytes = source.bytes[line]
    let start = bytes.index(after: line.lowerBound) { $0 == .space }
    let end = bytes.index(after: start) { $0 == UInt8(ascii: "#") }
    guard (1...6).contains(end - start), end == line.upperBound || bytes[end].isBlank else { return nil }
    let textStart = bytes.index(after: end, while: \.isBlank)
    var title = source.string(at: textStart..<line.upperBound).trimmingTrailingBlanks()
    // Number signs may also close it.
    if let last = title.lastIndex(where: { $0 != "#" }), title.last == "#", title[last] == " " {
      title = String(title[..<last]).trimmingTrailingBlanks()
    }
    level = end - start
    self.title = title
    span = line.lowerBound..<next
    underline = ""
    opening = source.string(at: line.lowerBound..<textStart)
    version = Self.version(in: title)
  }

  /// Parses a line underlined with only `=` or `-`; nil if `line` is not an underline.
  init?(_ title: Range<Int>, underline line: Range<Int>, next: Int, in source: SourceText) {
    let underline = source.string(at: line).trimmingTrailingBlanks().drop { $0 == " " }
    guard let mark = underline.first, mark == "=" || mark == "-", underline.allSatisfy({ $0 == mark }) else {
      return nil
    }
    level = mark == "=" ? 1 : 2
    self.title = source.string(at: title).trimmingTrailingBlanks()
    span = title.lowerBound..<next
    self.underline = String(underline)
    opening = ""
    version = Self.version(in: self.title)
  }

  /// The titles that projects use for it.
  private static let unreleasedNames: Set = [
    "unreleased", "master", "main", "trunk", "develop", "development", "next", "next version", "next release",
    "upcoming", "upcoming release", "head", "stable branch", "in development", "tbd", "future", "vnext", "x.y.z",
    "unreleased changes", "not released", "pending",
  ]

  private static func isUnreleased(_ title: String) -> Bool {
    let name = title.lowercased().prefix { $0 != "(" }.filter { $0 != "[" && $0 != "]" && $0 != "*" && $0 != "_" }
    let words = name.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    return unreleasedNames.contains(words) || words.hasPrefix("x.y.z") || words.hasPrefix("unreleased -")
      // After the name of the project.
      || words.split(separator: " ").count == 2 && [" next", " unreleased"].contains { words.hasSuffix($0) }
  }

  /// Returns the version at the beginning of the title, after at most one word: `v1.5.0`, `[1.5.0](…)`, `Version
  /// 1.5.0`.
  static func version(in title: String) -> Version? {
    let words = title.utf8.split(maxSplits: 8) { !$0.isLetter && !$0.isDigit && !".-+".utf8.contains($0) }
    return words.prefix(2).lazy.compactMap { word in
      let text = String(word) ?? ""
      let number = text.hasPrefix("v") || text.hasPrefix("V") ? String(text.dropFirst()) : text
      return number.contains(".") ? try? Version(number) : nil
    }.first
  }
}
