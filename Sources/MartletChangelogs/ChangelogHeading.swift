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
  /// The version as the title has it.
  let writtenVersion: String?

  /// Whether it is the heading of unreleased changes.
  package var isUnreleased: Bool { version == nil && Self.isUnreleased(title) }

  /// Whether it has a version that is not released yet: `[1.5.0] - Unreleased`, `1.5.0 (xxxx-xx-xx)`, `1.5.0-dev`.
  package var isPending: Bool {
    guard let written = writtenVersion, let range = title.firstRange(of: written) else { return false }
    if written != version?.description, written.contains("-") { return true }
    let mark = title[range.upperBound...].lowercased().filter { !"[]()*_".contains($0) }
    let words = mark.split { !$0.isLetter && !$0.isNumber && $0 != "?" && $0 != "." }
    let isBlankDate =
      ["xx", "yyyy", "??"].contains { mark.contains($0) } && mark.allSatisfy { !$0.isLetter || "xymd".contains($0) }
    return isBlankDate || Self.unreleasedNames.contains(words.joined(separator: " "))
  }

  /// Whether it has only a version and punctuation.
  var isBare: Bool {
    guard let written = writtenVersion, let range = title.firstRange(of: written) else { return false }
    return !title[range.upperBound...].contains { $0.isLetter || $0.isNumber }
  }

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
    (version, writtenVersion) = Self.versions(in: title)
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
    (version, writtenVersion) = Self.versions(in: self.title)
  }

  /// Parses a line in the declared form; nil if it is not in that form.
  init?(_ line: Range<Int>, in form: HeadingForm, next: Int, source: SourceText) {
    title = source.string(at: line).trimmingTrailingBlanks()
    guard let version = form.version(of: title) else { return nil }
    level = max(1, title.prefix { $0 == "#" }.count)
    span = line.lowerBound..<next
    (underline, opening) = ("", "")
    (self.version, writtenVersion) = (version, version.description)
  }

  /// The titles that projects use for it.
  private static let unreleasedNames: Set = [
    "unreleased", "master", "main", "trunk", "develop", "development", "next", "next version", "next release",
    "upcoming", "upcoming release", "head", "stable branch", "in development", "tbd", "future", "future release",
    "vnext", "x.y.z",
    "unreleased changes", "not released", "not yet released", "pending", "in progress", "tba", "coming soon", "draft",
  ]

  private static func isUnreleased(_ title: String) -> Bool {
    let name = title.lowercased().prefix { $0 != "(" }.filter { $0 != "[" && $0 != "]" && $0 != "*" && $0 != "_" }
    let words = name.split { $0 == " " || $0 == "\t" }.joined(separator: " ")
    return unreleasedNames.contains(words) || words.hasPrefix("x.y.z") || words.hasPrefix("unreleased -")
      // After the name of the project.
      || words.split(separator: " ").count == 2 && [" next", " unreleased"].contains { words.hasSuffix($0) }
  }

  /// Returns the version at the beginning of the title, after at most one word: `v1.5.0`, `[1.5.0](…)`, `Version
  /// 1.5.0`; and its text there. A version in development, `1.5.0-dev`, is that without the mark.
  private static func versions(in title: String) -> (version: Version?, text: String?) {
    let words = title.utf8.split(maxSplits: 8) { !$0.isLetter && !$0.isDigit && !".-+".utf8.contains($0) }
    return words.prefix(2).lazy.compactMap { word -> (Version?, String?)? in
      let text = String(word) ?? ""
      let number = text.hasPrefix("v") || text.hasPrefix("V") ? String(text.dropFirst()) : text
      guard number.contains("."), let version = try? Version(number) else { return nil }
      let isInDevelopment = ["dev", "snapshot", "unreleased", "next"].contains(version.prerelease.first?.lowercased())
      return (isInDevelopment ? version.core : version, number)
    }.first ?? (nil, nil)
  }

  static func version(in title: String) -> Version? { versions(in: title).version }

  static func writtenVersion(in title: String) -> String? { versions(in: title).text }
}
