import MartletCore

/// The edits that add the section of a new version to a changelog, in the form of its newest sections; all other bytes
/// stay.
package struct ChangelogRelease: Sendable {
  package let version: Version
  /// For example `2026-11-21`.
  package let date: String
  package let tag: String
  /// The tag of the previous release.
  let previous: String?
  /// The web page of the release.
  let page: String?
  /// The versions that have tags.
  private let tagged: [Version]

  package init(
    of version: Version, date: String, tag: String, after previous: String? = nil, page: String? = nil,
    tagged: [Version] = []
  ) {
    self.version = version
    self.date = date
    self.tag = tag
    self.previous = previous
    self.page = page
    self.tagged = tagged
  }

  /// The section of the version, written before it is released; nil without one.
  ///
  /// - Throws: `ChangelogError.sectionExists` if a tag has the version.
  package func prepared(in document: ChangelogDocument) throws -> ChangelogDocument.Section? {
    guard let section = existing(in: document) else { return nil }
    if tagged.contains(where: version.hasSamePrecedence) {
      throw ChangelogError.sectionExists(version, document.source.place(at: section.heading.span.lowerBound))
    }
    return section
  }

  private func existing(in document: ChangelogDocument) -> ChangelogDocument.Section? {
    document.releases.first { $0.version?.hasSamePrecedence(as: version) == true }
  }

  /// Returns `document` with the heading of `section` as that of a release, with its date; and with `body` if that is given.
  package func finishing(
    _ section: ChangelogDocument.Section, with body: String? = nil, in document: ChangelogDocument
  ) throws -> SourceText {
    let writer = try SectionWriter(document, for: version)
    let span = section.heading.span
    let old = document.source.string(at: span)
    let content = String(old.reversed().drop(while: \.isNewline).reversed())
    var new = content
    if section.heading.isPending || section.heading.isBare {
      let heading = try writer.heading(self)
      if section.heading.isPending || heading.count > content.count { new = heading }
    }
    if let body {
      let lines =
        new + writer.form.gap + writer.lines(try body.headings(below: section.heading.level, in: document.source.path))
      new = lines + (section.body.isEmpty ? writer.form.separator : writer.form.lineEnd)
    } else {
      new += old.dropFirst(content.count)
    }
    return try document.source.applying([TextEdit(span, expected: old, replacement: new)])
  }

  /// Returns `document` with its unreleased changes moved to the section of the version.
  ///
  /// The heading of unreleased changes stays, with an empty section.
  /// - Throws: `ChangelogError.nothingUnreleased`, `.sectionExists`, `.unclear`; never `TextError`.
  package func releasing(_ document: ChangelogDocument) throws -> SourceText {
    try refuseExisting(in: document)
    guard let unreleased = document.unreleased, document.hasText(in: unreleased) else {
      throw ChangelogError.nothingUnreleased(document.source.path)
    }
    let writer = try SectionWriter(document, for: version)
    guard document.isNewestFirst else {
      throw ChangelogError.unclear(
        "unreleased changes below older versions", document.source.place(at: unreleased.heading.span.lowerBound),
        hint: "write the newest version first, or give these changes the heading of \(version)")
    }
    let lineEnd = writer.form.lineEnd
    let offset = unreleased.heading.span.upperBound
    let isClosed = document.source.bytes[unreleased.heading.span].last?.isLineEnd == true
    let first = document.text(of: unreleased).prefix { !$0.isNewline }
    let dateLine = try SectionForm.isDateLine(String(first)) ? "" : writer.dateLine(self)
    let date = dateLine.isEmpty ? "" : writer.form.gap.dropFirst() + dateLine + lineEnd
    let text = [
      isClosed ? "" : lineEnd, String(writer.form.separator.dropFirst()), try writer.heading(self), lineEnd, date,
    ]
    .joined()
    let edits = [TextEdit(offset..<offset, expected: "", replacement: text)]
    return try document.source.applying(edits + linkEdits(in: document, writer))
  }

  /// Returns `document` with a section of the version that contains `body`, before the sections of older versions.
  package func inserting(_ body: String, into document: ChangelogDocument) throws -> SourceText {
    try refuseExisting(in: document)
    let writer = try SectionWriter(document, for: version)
    let level = (document.releases.first ?? document.unreleased)?.heading.level ?? 2
    let dateLine = try writer.dateLine(self)
    let date = dateLine.isEmpty ? "" : dateLine + writer.form.lineEnd + writer.form.lineEnd
    let notes = writer.lines(try body.headings(below: level, in: document.source.path))
    let text = [try writer.heading(self), writer.form.gap, date, notes].joined()
    let section = writer.insertion(of: text, at: writer.offset)
    let edits = [TextEdit(writer.offset..<writer.offset, expected: "", replacement: section)]
    return try document.source.applying(edits + linkEdits(in: document, writer))
  }

  /// Returns a new changelog with only the section of the version.
  package func creating(_ path: RelativePath, holding body: String, heading: String? = nil) throws -> SourceText {
    let form = heading.map(HeadingForm.init) ?? .standard(isBracketed: false)
    let title = form.heading(of: version, date: date, previous: previous, lineEnd: "\n") ?? "## \(version)"
    return SourceText(path: path, text: "# Changelog\n\n\(title)\n\n\(try body.headings(below: 2, in: path))\n")
  }

  /// Throws where the changelog does not show that the section of the version is the next one.
  private func refuseExisting(in document: ChangelogDocument) throws(ChangelogError) {
    let place = { (section: ChangelogDocument.Section) in document.source.place(at: section.heading.span.lowerBound) }
    if let section = existing(in: document) { throw .sectionExists(version, place(section)) }
    let unreleased = document.unreleasedSections
    if unreleased.count > 1 {
      throw .unclear(
        "a second heading of unreleased changes, the first is in line \(place(unreleased[0]).line)",
        place(unreleased[1]),
        hint: "move all unreleased changes below the first heading")
    }
    if let other = document.otherHeadings.first(where: { document.hasEntries(below: $0) }), unreleased.isEmpty {
      throw .unclear(
        "`\(other.title)` is neither a version nor a known name of unreleased changes",
        document.source.place(at: other.span.lowerBound),
        hint: "rename it to `Unreleased` if it has the changes of \(version), or move it below the versions")
    }
    if let hidden = document.hiddenHeading {
      throw .unclear(
        "a heading of a version at another level than those of the others",
        document.source.place(at: hidden.span.lowerBound),
        hint: "give all versions headings of the same level")
    }
    if let line = document.contentsLine {
      throw .unclear(
        "a table of contents, in which \(version) would be missing", line,
        hint: "remove the table: forges make one of the headings")
    }
    let releases = document.isNewestFirst ? document.releases : document.releases.reversed()
    if let pending = releases.first, let other = pending.version, pending.heading.isPending {
      throw .unclear(
        "the newest changes are those of \(other), and this run releases \(version)", place(pending),
        hint: "release \(other), or write \(version) into this heading")
    }
    let higher = releases.first { section in
      // An empty section waits for the changes of a later release.
      guard let other = section.version, version.precedes(other), document.hasText(in: section) else { return false }
      return !tagged.contains(where: other.hasSamePrecedence)
    }
    if let higher, let other = higher.version {
      throw .unclear(
        "the changelog has \(other), which no tag has and which is higher than \(version)", place(higher),
        hint: "fetch its tag with `git fetch --tags`, or tag the commit that released it")
    }
  }
}

extension String {
  /// Returns the text with deeper headings, if they would be on the same level as their own section's heading.
  fileprivate func headings(below level: Int, in path: RelativePath) throws -> String {
    let source = SourceText(path: path, text: self)
    var scanner = MarkdownLines(source)
    scanner.scan()
    guard let highest = scanner.headings.map(\.level).min(), highest <= level else { return self }
    // Markdown has six levels.
    let edits = scanner.headings.filter { !$0.opening.isEmpty }.map { heading in
      let signs = String(repeating: "#", count: max(0, min(6 - heading.level, level + 1 - highest)))
      return TextEdit(heading.span.lowerBound..<heading.span.lowerBound, expected: "", replacement: signs)
    }
    let result = try source.applying(edits)
    return result.string(at: 0..<result.bytes.count)
  }
}
