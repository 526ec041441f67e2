import MartletCore

/// A changelog in Markdown: its headings and the ranges of its versions' sections.
///
/// Headings follow CommonMark 0.31 (sections 4.2 and 4.3), except in fenced code and comments. Any heading may name a
/// version; the sections are those of the level with the most version names. conventional-changelog writes the headings
/// of patches one level deeper: a heading that links to a comparison begins a section at any level. In a form that the
/// Releasefile declares, only lines of that form have a version.
package struct ChangelogDocument: Sendable {
  package let source: SourceText
  /// All headings of the sections' level, in file order.
  package let sections: [Section]
  /// Definitions such as `[1.5.0]: https://…`, in file order.
  package let links: [LinkDefinition]
  /// The offset after which only link definitions follow.
  let endOfText: Int
  /// A heading of a higher version, at another level than the sections.
  let hiddenHeading: ChangelogHeading?
  /// The headings of the sections' level above them.
  let otherHeadings: [ChangelogHeading]
  /// The declared form of its headings.
  let form: HeadingForm?

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

  /// - Parameter heading: The declared form of version headings, such as `Version ${version} (${date})`.
  package init(_ source: SourceText, heading: String? = nil) {
    self.source = source
    form = heading.map(HeadingForm.init)
    var scanner = MarkdownLines(source, form: form)
    scanner.scan()
    links = scanner.links
    endOfText = scanner.endOfText
    let end = endOfText
    let level = form == nil ? Self.level(of: scanner.headings) : nil
    let isSection = { (heading: ChangelogHeading) in
      heading.isComparison
        || (heading.level == level ?? heading.level && (heading.isUnreleased || heading.version != nil))
    }
    let last = scanner.headings.last(where: isSection)?.span.lowerBound ?? 0
    // A heading of the same level between two versions belongs to the first.
    let headings = scanner.headings.filter { heading in
      isSection(heading)
        || level.map { heading.level < $0 || (heading.level == $0 && heading.span.lowerBound > last) } ?? false
    }
    sections = zip(headings.indices, headings).filter { isSection($1) }.map { index, heading in
      let next = headings.indices.contains(index + 1) ? headings[index + 1].span.lowerBound : end
      return Section(heading: heading, body: heading.span.upperBound..<max(heading.span.upperBound, next))
    }
    let first = sections.first?.heading.span.lowerBound ?? 0
    let versions = sections.compactMap(\.version)
    hiddenHeading = scanner.headings.first { heading in
      heading.isBare && !isSection(heading) && versions.allSatisfy { $0.precedes(heading.version ?? $0) }
    }
    otherHeadings = scanner.headings.filter { $0.level == level && $0.span.lowerBound < first && !isSection($0) }
  }

  /// The sections of unreleased changes before those of versions, or after them if the newest one is the last. Other
  /// such headings are leftovers.
  var unreleasedSections: [Section] {
    let outer = isNewestFirst ? sections.prefix { $0.version == nil } : sections.suffix(while: { $0.version == nil })
    return outer.filter(\.heading.isUnreleased)
  }

  /// The section of unreleased changes; nil without such a heading.
  package var unreleased: Section? { unreleasedSections.first }

  /// The sections of versions, in file order.
  package var releases: [Section] { sections.filter { $0.version != nil } }

  /// Whether new sections are above older ones.
  var isNewestFirst: Bool {
    let versions = sections.lazy.filter { !$0.heading.isPending }.compactMap(\.version)
    guard let first = versions.first, let last = versions.last else { return true }
    return !first.precedes(last)
  }

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

  /// Whether `section` has content: headings, comments and placeholders such as `None.` are not content.
  package func hasText(in section: Section) -> Bool {
    var isInComment = false
    for line in text(of: section).split(whereSeparator: \.isNewline) {
      let text = String(line.drop { $0 == " " || $0 == "\t" }).trimmingTrailingBlanks()
      if text.hasPrefix("<!--") { isInComment = true }
      defer { if text.contains("-->") { isInComment = false } }
      if !isInComment, !text.hasPrefix("#"), !Self.isPlaceholder(text) { return true }
    }
    return false
  }

  private static func isPlaceholder(_ text: String) -> Bool {
    var words = text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    if words.last == "yet" { words.removeLast() }
    return words.isEmpty || placeholders.contains(words.joined(separator: " "))
  }

  /// What projects write where there is nothing to list, without punctuation and `yet`.
  private static let placeholders: Set = [
    "none", "nothing", "nothing here", "nothing so far", "nothing new", "nothing to see here", "nothing to report",
    "nothing notable", "no changes", "no changes so far", "no change", "no unreleased changes", "no notable changes",
    "no pending changes", "no entries", "n a", "na", "tbd", "tba", "todo", "wip", "to be determined", "to be announced",
    "to be defined", "coming soon", "empty", "placeholder", "nil", "x", "keine", "keine änderungen", "noch nichts",
    "noch keine änderungen", "nichts", "aucun", "aucune", "aucun changement", "rien", "à venir", "ninguno", "ninguna",
    "nada", "sin cambios", "ningún cambio", "nenhum", "nenhuma", "nenhuma mudança", "sem alterações", "sem mudanças",
    "nessuno", "nessuna", "nessuna modifica", "niente", "geen", "geen wijzigingen", "niets", "inga", "inga ändringar",
    "ingen", "ingen ændringer", "ingen endringer", "brak", "brak zmian", "нет", "нет изменений", "ничего", "なし", "変更なし",
    "特になし",
    "无", "暂无", "無", "無變更", "无变更", "没有变更", "없음", "변경 없음",
  ]

  private static func level(of headings: [ChangelogHeading]) -> Int {
    let compared = Set(headings.filter(\.isComparison).map(\.level))
    if compared.count > 1, let level = compared.min() { return level }
    var counts: [Int: Int] = [:]
    for heading in headings where heading.version != nil { counts[heading.level, default: 0] += 1 }
    if let unreleased = headings.first(where: \.isUnreleased), counts.isEmpty || counts[unreleased.level] != nil {
      return unreleased.level
    }
    let most = counts.max { ($0.value, -$0.key) < ($1.value, -$1.key) }?.key ?? 2
    // The newest headings may be above a longer series in another form.
    let highest = headings.compactMap(\.version).highest
    let outer = headings.first { $0.level < most && counts[$0.level, default: 0] > 1 && $0.version == highest }
    return outer?.level ?? most
  }
}
