import MartletCore

/// The position and form of new sections in a changelog.
struct SectionWriter {
  let form: SectionForm
  /// The offset of a new section.
  let offset: Int
  private let document: ChangelogDocument
  /// Nil: unclear.
  private let headingForm: HeadingForm?

  init(_ document: ChangelogDocument, for version: Version) throws(ChangelogError) {
    self.document = document
    form = SectionForm(of: document)
    let releases = document.releases
    let newest = (document.isNewestFirst ? releases : releases.reversed()).map(\.heading)
      .filter { !$0.isPending && $0.version?.hasSamePrecedence(as: version) != true }
    let other = (document.unreleased ?? releases.first)?.heading
    let standard = HeadingForm.standard(
      opening: other?.opening ?? "## ", isBracketed: other?.title.hasPrefix("[") ?? false)
    headingForm = document.form ?? (newest.isEmpty ? standard : HeadingForm(of: newest, for: version))
    if newest.isEmpty, document.unreleased == nil, other == nil { try document.refuseUnknownForm() }
    // A release of an older series is in the order of the versions if the others are.
    let versions = releases.compactMap(\.version)
    let isSorted = zip(versions, versions.dropFirst()).allSatisfy { $1.precedes($0) }
    let next =
      document.isNewestFirst
      ? releases.first { section in !isSorted || section.version?.precedes(version) ?? true } : nil
    offset =
      next?.heading.span.lowerBound ?? releases.last?.body.upperBound ?? document.unreleased?.body.upperBound
      ?? document.endOfText
  }

  /// - Throws: `ChangelogError.unclear` if the form of the newest heading cannot be repeated.
  func heading(_ release: ChangelogRelease) throws(ChangelogError) -> String {
    let heading = { (previous: String?) in
      headingForm?.heading(of: release.version, date: release.date, previous: previous, lineEnd: form.lineEnd)
    }
    if let heading = heading(release.previous) { return heading }
    if heading(release.tag) != nil {
      throw .unclear(
        "this heading compares with the release before, and no tag has that", newest,
        hint: "fetch its tag with `git fetch --tags`, or tag the commit that released it")
    }
    let old = document.isNewestFirst ? document.releases.first : document.releases.last
    throw .unclear(
      "the form of this heading is unclear, so that the one of \(release.version) cannot be written like it", newest,
      hint: document.hint(for: old.map { $0.heading.opening + $0.heading.title } ?? ""))
  }

  /// The place of the newest section.
  private var newest: Place {
    let section = document.isNewestFirst ? document.releases.first : document.releases.last
    return document.source.place(at: section?.heading.span.lowerBound ?? 0)
  }

  /// Returns the line with the date of a new section; empty if the others have none.
  func dateLine(_ release: ChangelogRelease) throws(ChangelogError) -> String {
    guard form.hasDateLine else { return "" }
    if let line = form.dateLine?.line(with: release.version, date: release.date, previous: nil) { return line }
    throw .unclear(
      "a date below the heading, in a form that cannot be repeated", newest,
      hint: "write the changes of \(release.version) below a heading for unreleased changes, with such a line")
  }

  /// Returns `text` with the file's line ends.
  func lines(_ text: String) -> String {
    form.lineEnd == "\n"
      ? text : text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: form.lineEnd)
  }

  /// Returns `section` with any missing empty lines around it.
  func insertion(of section: String, at offset: Int) -> String {
    let before = document.source.bytes[document.source.startOffset..<offset]
    let lineEnd = form.lineEnd
    let isAfterLine = before.isEmpty || before.last?.isLineEnd == true
    let isAfterEmptyLine =
      before.isEmpty || before.hasSuffix("\n\n") || before.hasSuffix("\r\n\r\n") || before.hasSuffix("\r\r")
    let start =
      isAfterEmptyLine || (isAfterLine && form.separator == lineEnd) ? "" : isAfterLine ? lineEnd : lineEnd + lineEnd
    let isBeforeSection = document.releases.contains { $0.heading.span.lowerBound == offset }
    let isAtEnd = offset == document.source.bytes.count
    return start + section + (isBeforeSection ? form.separator : isAtEnd ? lineEnd : lineEnd + lineEnd)
  }
}

extension ChangelogDocument {
  /// Throws if the file has entries or versions, but no heading of a version.
  fileprivate func refuseUnknownForm() throws(ChangelogError) {
    let lines = source.lineSpans
    let texts = lines.map { source.string(at: $0) }
    let isVersion = { (text: String) in
      ChangelogHeading.version(in: text) != nil && !text.hasPrefix(" ") && text.count < 80
    }
    guard
      let index = texts.firstIndex(where: isVersion)
        ?? texts.firstIndex(where: { $0.hasPrefix("- ") || $0.hasPrefix("* ") })
    else { return }
    throw .unclear(
      "no heading of a version, so that the place of a new one is unknown", source.place(at: lines[index].lowerBound),
      hint: isVersion(texts[index])
        ? hint(for: texts[index]) : "write a heading with its version above the newest changes, such as `## 1.0.0`")
  }

  /// The place of a list entry that links to the newest section; nil without a table of contents.
  var contentsLine: Place? {
    let newest = isNewestFirst ? releases.first : releases.last
    guard let written = newest?.heading.writtenVersion, let end = sections.first?.heading.span.lowerBound else {
      return nil
    }
    let line = source.lineSpans.prefix { $0.upperBound <= end }.first { line in
      let text = source.string(at: line)
      return text.firstRange(of: "](#") != nil && text.firstRange(of: written) != nil
    }
    return line.map { source.place(at: $0.lowerBound) }
  }

  /// Whether there are list entries below a heading that is not one of a section, other than links within the page.
  func hasEntries(below heading: ChangelogHeading) -> Bool {
    let end = sections.first { $0.heading.span.lowerBound > heading.span.lowerBound }?.heading.span.lowerBound
    let text = source.string(at: heading.span.upperBound..<(end ?? source.bytes.count))
    return text.split(whereSeparator: \.isNewline).contains { line in
      ["- ", "* ", "+ "].contains { line.hasPrefix($0) } && line.firstRange(of: "](#") == nil
    }
  }

  /// Returns the declaration of headings such as `title`.
  fileprivate func hint(for title: String) -> String {
    var form = title.trimmingTrailingBlanks()
    let heading = ChangelogHeading.writtenVersion(in: form)
    if let heading, let range = form.firstRange(of: heading) { form.replaceSubrange(range, with: "${version}") }
    return "declare the form in the Releasefile: `changelog: {file: \(source.path), heading: \"\(form)\"}`; "
      + "`${date}` is a date like 2026-11-21, and `${day}`, `${month}` and `${year}` are its parts"
  }
}

extension ArraySlice<UInt8> {
  fileprivate func hasSuffix(_ text: String) -> Bool { suffix(text.utf8.count).elementsEqual(text.utf8) }
}
