import MartletCore

/// The edits that add the section of a new version to a changelog; all other bytes stay.
package struct ChangelogRelease: Sendable {
  package let version: Version
  /// For example `2026-11-21`.
  package let date: String
  package let tag: String

  package init(of version: Version, date: String, tag: String) {
    self.version = version
    self.date = date
    self.tag = tag
  }

  /// Returns `document` with its unreleased changes moved to the section of the version.
  ///
  /// The heading of unreleased changes stays, with an empty section.
  /// - Throws: `ChangelogError.nothingUnreleased`, `.sectionExists`; never `TextError`.
  package func releasing(_ document: ChangelogDocument) throws -> SourceText {
    try refuseExisting(in: document)
    guard let unreleased = document.unreleased, document.hasText(in: unreleased) else {
      throw ChangelogError.nothingUnreleased(document.source.path)
    }
    let writer = SectionWriter(document)
    let form = writer.form
    let heading = form.heading(of: version, date: date, lineEnd: writer.lineEnd)
    let offset = unreleased.heading.span.upperBound
    let isClosed = document.source.bytes[unreleased.heading.span].last?.isLineEnd == true
    let text = (isClosed ? "" : writer.lineEnd) + writer.lineEnd + heading + writer.lineEnd
    let edits = [TextEdit(offset..<offset, expected: "", replacement: text)] + linkEdits(in: document, form, writer)
    return try document.source.applying(edits)
  }

  /// Returns `document` with a section of the version that contains `body`, before the sections of older versions.
  package func inserting(_ body: String, into document: ChangelogDocument) throws -> SourceText {
    try refuseExisting(in: document)
    let writer = SectionWriter(document)
    let heading = writer.form.heading(of: version, date: date, lineEnd: writer.lineEnd)
    let level = (document.releases.first ?? document.unreleased)?.heading.level ?? 2
    let text = heading + "\n\n" + (try body.headings(below: level, in: document.source.path))
    let section = writer.insertion(of: writer.lines(text), at: writer.offset)
    let edits = [TextEdit(writer.offset..<writer.offset, expected: "", replacement: section)]
    return try document.source.applying(edits + linkEdits(in: document, writer.form, writer))
  }

  /// Returns a new changelog with only the section of the version.
  package func creating(_ path: RelativePath, holding body: String) throws -> SourceText {
    let heading = HeadingForm.standard(isBracketed: false).heading(of: version, date: date, lineEnd: "\n")
    return SourceText(path: path, text: "# Changelog\n\n\(heading)\n\n\(try body.headings(below: 2, in: path))\n")
  }

  private func refuseExisting(in document: ChangelogDocument) throws(ChangelogError) {
    if let section = document.releases.first(where: { $0.version?.hasSamePrecedence(as: version) == true }) {
      throw .sectionExists(version, document.source.place(at: section.heading.span.lowerBound))
    }
  }
}

// MARK: Links

extension ChangelogRelease {
  /// Returns the edits of links: that of unreleased changes now begins at the new tag, and the version gets a similar
  /// one.
  private func linkEdits(in document: ChangelogDocument, _ form: HeadingForm, _ writer: SectionWriter) -> [TextEdit] {
    guard form.needsLink else { return [] }
    let source = document.source
    let unreleased = document.links.first { ["unreleased", "head", "next"].contains($0.label.lowercased()) }
    if let link = unreleased, let comparison = Comparison(source.string(at: link.address)) {
      let address = TextEdit(
        link.address, expected: source.string(at: link.address), replacement: comparison.beginning(at: tag))
      let line = definition(comparison.ending(at: tag))
      return [address, insertion(line, after: link, in: source, writer)]
    }
    let newest = document.releases.lazy.compactMap(\.version?.description)
      .compactMap { label in document.links.first { $0.label == label } }.first
    guard let newest else { return [] }
    let address = source.string(at: newest.address)
    let own: String
    if let comparison = Comparison(address) {
      own = "\(comparison.base)\(comparison.end)...\(tag)"
    } else if address.contains(newest.label) {
      own = address.replacing(newest.label, with: version.description)
    } else {
      return []
    }
    let line = definition(own) + writer.lineEnd
    return [TextEdit(newest.line.lowerBound..<newest.line.lowerBound, expected: "", replacement: line)]
  }

  private func definition(_ address: String) -> String { "[\(version)]: \(address)" }

  private func insertion(
    _ line: String, after link: ChangelogDocument.LinkDefinition, in source: SourceText, _ writer: SectionWriter
  ) -> TextEdit {
    let end = link.line.upperBound
    return TextEdit(end..<end, expected: "", replacement: writer.lineEnd + line)
  }
}

/// An address that compares two tags, on any forge: `…/compare/1.4.2...HEAD`.
private struct Comparison {
  let base: String
  let start: String
  let end: String

  init?(_ address: String) {
    guard let compare = address.firstRange(of: "/compare/"),
      let dots = address[compare.upperBound...].firstRange(of: "...")
    else { return nil }
    base = String(address[..<compare.upperBound])
    start = String(address[compare.upperBound..<dots.lowerBound])
    end = String(address[dots.upperBound...])
  }

  func beginning(at tag: String) -> String { "\(base)\(tag)...\(end)" }
  func ending(at tag: String) -> String { "\(base)\(start)...\(tag)" }
}

/// The position and form of new sections in a changelog.
private struct SectionWriter {
  let form: HeadingForm
  let lineEnd: String
  /// The offset of a new section: before the newest version, else at the end of the file.
  let offset: Int
  private let bytes: [UInt8]
  private let startOffset: Int

  init(_ document: ChangelogDocument) {
    let bytes = document.source.bytes
    self.bytes = bytes
    startOffset = document.source.startOffset
    let headings = document.sections.map(\.heading)
    let unreleased = document.unreleased?.heading
    form =
      HeadingForm(of: headings)
      ?? .standard(opening: unreleased?.opening ?? "## ", isBracketed: unreleased?.title.hasPrefix("[") ?? false)
    let firstEnd = bytes.firstIndex(where: \.isLineEnd)
    let isWindows = firstEnd.map { bytes.has("\r\n", at: $0) } ?? false
    lineEnd = isWindows ? "\r\n" : firstEnd.map { bytes[$0] == .carriageReturn ? "\r" : "\n" } ?? "\n"
    offset =
      document.releases.first?.heading.span.lowerBound ?? document.unreleased?.body.upperBound ?? document.endOfText
  }

  /// Returns `text` with the file's line ends.
  func lines(_ text: String) -> String {
    lineEnd == "\n" ? text : text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: lineEnd)
  }

  /// Returns `section` with any missing empty lines around it.
  func insertion(of section: String, at offset: Int) -> String {
    let before = bytes[startOffset..<offset]
    let isAtEnd = offset == bytes.count
    let isAfterLine = before.isEmpty || before.last?.isLineEnd == true
    let isAfterEmptyLine =
      before.isEmpty || before.hasSuffix("\n\n") || before.hasSuffix("\r\n\r\n") || before.hasSuffix("\r\r")
    let start = isAfterEmptyLine ? "" : (isAfterLine ? lineEnd : lineEnd + lineEnd)
    return start + section + (isAtEnd ? lineEnd : lineEnd + lineEnd)
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

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
