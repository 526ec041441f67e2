import MartletCore

/// A changelog in Markdown: its headings and the ranges of its versions' sections.
///
/// Headings follow CommonMark 0.31 (sections 4.2 and 4.3), except in fenced code and comments. Any heading may name a
/// version; the sections are those of the level with the most version names. conventional-changelog writes the headings
/// of patches one level deeper: a heading that links to a comparison begins a section at any level.
package struct ChangelogDocument: Sendable {
  package let source: SourceText
  /// All headings of the sections' level, in file order.
  package let sections: [Section]
  /// Definitions such as `[1.5.0]: https://…`, in file order.
  package let links: [LinkDefinition]
  /// The offset after which only link definitions follow.
  let endOfText: Int

  /// The text from one heading to the next.
  package struct Section: Hashable, Sendable {
    package let heading: ChangelogHeading
    /// The text below the heading, up to the next section or the link definitions at the end of the file.
    package let body: Range<Int>

    package var version: Version? { heading.version }
  }

  /// The definition of a link label.
  package struct LinkDefinition: Hashable, Sendable {
    package let label: String
    /// The whole line, without its end.
    package let line: Range<Int>
    package let address: Range<Int>
  }

  package init(_ source: SourceText) {
    self.source = source
    var scanner = MarkdownLines(source)
    scanner.scan()
    links = scanner.links
    endOfText = scanner.endOfText
    let end = endOfText
    let level = Self.level(of: scanner.headings)
    let headings = scanner.headings.filter { $0.level <= level || $0.isComparison }
    sections = zip(headings.indices, headings).compactMap { index, heading in
      guard heading.isComparison || (heading.level == level && (heading.isUnreleased || heading.version != nil)) else {
        return nil
      }
      let next = headings.indices.contains(index + 1) ? headings[index + 1].span.lowerBound : end
      return Section(heading: heading, body: heading.span.upperBound..<max(heading.span.upperBound, next))
    }
  }

  /// The section of unreleased changes; nil without such a heading. A heading below a version is a leftover.
  package var unreleased: Section? { sections.prefix { $0.version == nil }.first(where: \.heading.isUnreleased) }

  /// The sections of versions, in file order.
  package var releases: [Section] { sections.filter { $0.version != nil } }

  package func section(of version: Version) -> Section? {
    releases.first { $0.version == version } ?? releases.first { $0.version?.hasSamePrecedence(as: version) == true }
  }

  /// Returns the text of `section` without its heading and surrounding empty lines.
  package func text(of section: Section) -> String {
    let bytes = source.bytes[section.body]
    let start = bytes.firstIndex { !$0.isBlank && !$0.isLineEnd } ?? bytes.startIndex
    let lineStart = bytes[..<start].lastIndex(where: \.isLineEnd).map { $0 + 1 } ?? bytes.startIndex
    let end = bytes.lastIndex { !$0.isBlank && !$0.isLineEnd }.map { $0 + 1 } ?? lineStart
    return source.string(at: lineStart..<max(lineStart, end))
  }

  /// Whether `section` has content: headings, comments and `None.` are not content.
  package func hasText(in section: Section) -> Bool {
    var isInComment = false
    for line in text(of: section).split(whereSeparator: \.isNewline) {
      let text = String(line.drop { $0 == " " || $0 == "\t" }).trimmingTrailingBlanks()
      if text.hasPrefix("<!--") { isInComment = true }
      defer { if text.contains("-->") { isInComment = false } }
      let word = text.lowercased().filter { $0.isLetter || $0.isNumber }
      if !isInComment, !text.hasPrefix("#"), !word.isEmpty, word != "none" { return true }
    }
    return false
  }

  private static func level(of headings: [ChangelogHeading]) -> Int {
    let compared = Set(headings.filter(\.isComparison).map(\.level))
    if compared.count > 1, let level = compared.min() { return level }
    var counts: [Int: Int] = [:]
    for heading in headings where heading.version != nil { counts[heading.level, default: 0] += 1 }
    if let unreleased = headings.first(where: \.isUnreleased), counts.isEmpty || counts[unreleased.level] != nil {
      return unreleased.level
    }
    return counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 2
  }
}
