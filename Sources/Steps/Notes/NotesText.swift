import BuiltInTemplates
import Lanes
import MartletChangelogs
import MartletCore

/// The text of a version's release notes: version, changes, and links.
package struct NotesText {
  package let notes: ReleaseNotes
  /// Nil when the project's web pages are unknown.
  package let forge: ForgeProject?
  package let tag: String
  /// The tag of the previous release; nil for the first.
  package let previousTag: String?
  private let showsAuthors: Bool

  /// Creates the notes for the changes in `history`: those since the last release, or for a pre-release since the one
  /// before.
  ///
  /// - Parameter version: Nil for unreleased changes.
  package init(of history: ReleaseHistory, as version: Version?, in draft: Draft) throws {
    let base = history.release(before: version)
    let isFirst = base == history.released
    let files = try isFirst ? history.files : ReleaseHistory.changeFiles(of: draft, since: base?.commit)
    let entries =
      files.map(ReleaseNotes.Entry.init)
      + (draft.interfaceBreaks ?? []).map { text in
        var entry = ReleaseNotes.Entry(text: text)
        entry.isBreaking = true
        return entry
      } + (try history.changes(before: version, in: draft)).map(ReleaseNotes.Entry.init)
    let bounds = Bounds(previousTag: base?.tag, tag: try version.map { try draft.tag(for: $0) })
    // A package that is released only because of its dependencies has no other changes.
    try self.init(entries.isEmpty ? draft.dependencyEntries : entries, as: version, between: bounds, in: draft)
  }

  /// The range that the notes cover.
  struct Bounds {
    /// Nil: the start of the history.
    let previousTag: String?
    /// Nil: HEAD.
    let tag: String?
    /// The release day; nil for today.
    var day: String?
  }

  init(_ entries: [ReleaseNotes.Entry], as version: Version?, between bounds: Bounds, in draft: Draft) throws {
    var style = NotesStyle(draft.releasefile.changelog)
    style.types = Set(draft.releasefile.releaseRules.types.keys)
    let date = bounds.day ?? draft.workspace.today
    let selected = ReleaseNotes(of: version, date: date, entries, in: style)
    // If no commit has a listed type, all commits are listed: something has changed.
    notes =
      selected.isEmpty && draft.releasefile.changelog.groups == nil
      ? ReleaseNotes(of: version, date: date, entries, in: style.listingAll) : selected
    forge = try draft.forge()
    (previousTag, tag) = (bounds.previousTag, bounds.tag ?? "HEAD")
    showsAuthors = style.showsAuthors
  }

  /// The page that compares the two tags; nil for a first release, or when the project's web pages are unknown.
  package var comparison: String? {
    previousTag.flatMap { previous in forge?.comparison(from: previous, to: tag) }
  }

  /// Returns the sections as Markdown, rendered with `template` or the built-in one, without surrounding empty lines.
  ///
  /// - Throws: `NotesTemplateError`.
  package func markdown(by template: String? = nil) throws(NotesTemplateError) -> String {
    let builtIn = BuiltInTemplate.notes
    let lines = try NotesTemplate.text(
      template ?? builtIn.text, with: values, names: template.map { _ in builtIn.names })
    let text = lines.drop { $0.isNewline }
    let end = text.lastIndex { !$0.isWhitespace }.map(text.index(after:)) ?? text.startIndex
    return end == text.startIndex ? "No notable changes." : String(text[..<end])
  }

  /// The sections as text for a terminal.
  package var plain: String {
    guard !notes.isEmpty else { return "No notable changes." }
    return notes.sections.map { section in
      let lines = section.entries.map { entry in
        let text = entry.isMarkdown ? entry.text.plainText : entry.text
        return "- \(entry.scope.map { "\($0): " } ?? "")\(text)\(entry.commit.map { " (\($0.short))" } ?? "")"
      }
      return ([section.title, ""] + lines).map { $0.escapedForTerminal() }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  /// The values for a template; `templates/notes/notes.md.mustache` describes their names. All texts are Markdown
  /// already, so that a template only arranges them.
  private var values: TemplateValue {
    let sections = notes.sections.map { section -> TemplateValue in
      ["title": .text(section.title), "entries": .list(section.entries.map(values))]
    }
    return [
      "version": .text(notes.version?.description ?? ""), "tag": .text(tag), "previous": .text(previousTag ?? ""),
      "date": .text(notes.date), "comparison": .text(comparison ?? ""), "sections": .list(sections),
    ]
  }

  private func values(of entry: ReleaseNotes.Entry) -> TemplateValue {
    let text = entry.isMarkdown ? entry.text.indentedAfterFirstLine : linked(MarkdownText(entry.text))
    var values: [String: TemplateValue] = ["text": .text(text), "breaking": .flag(entry.isBreaking)]
    values["type"] = entry.type.map { .text(MarkdownText($0).escaped) }
    values["scope"] = entry.scope.map { .text(MarkdownText($0).escaped) }
    values["notes"] = .list(entry.breakingNotes.map { ["text": .text(linked(MarkdownText($0)))] })
    values["commit"] = entry.commit.map { id in
      let link = forge.map { "[\(id.short)](\($0.page(of: id)))" } ?? id.short
      return ["id": .text(id.hex), "short": .text(id.short), "link": .text(link)]
    }
    if showsAuthors, !entry.authors.isEmpty {
      values["credits"] = .text(entry.authors.map { MarkdownText($0).escaped }.joined(separator: ", "))
    }
    return .fields(values)
  }

  /// Returns `text` with its references as links, where their pages are known. Code is not changed, since Markdown
  /// would show a link there literally.
  private func linked(_ text: MarkdownText) -> String {
    guard let forge else { return text.escaped }
    let bytes = Array(text.escaped.utf8)
    let references = IssueReference.all(in: bytes)
    guard !references.isEmpty else { return text.escaped }
    var result: [UInt8] = []
    var copied = 0
    for reference in references where !text.code.contains(where: reference.span.overlaps) {
      result += bytes[copied..<reference.span.lowerBound]
      result += "[\(reference.description)](\(forge.page(of: reference)))".utf8
      copied = reference.span.upperBound
    }
    return String(decoding: result + bytes[copied...], as: UTF8.self)
  }
}

extension NotesStyle {
  /// The same style, with every change in one more group.
  fileprivate var listingAll: NotesStyle {
    var style = self
    style.groups.append(Group(title: "Changed", types: ["*"]))
    return style
  }

  /// Creates the style from a Releasefile's declaration.
  init(_ declaration: ChangelogDeclaration) {
    self.init()
    if let groups = declaration.groups {
      self.groups = groups.map { Group(title: $0.title, types: $0.types) }
    }
    hiddenScopes = Set(declaration.hiddenScopes)
    showsAuthors = declaration.showsAuthors
  }
}

extension ReleaseHistory {
  /// The release before `version`: for a pre-release it may be another one.
  func release(before version: Version?) -> Release? {
    guard let version, version.isPrerelease, let prerelease, prerelease.version.precedes(version) else {
      return released
    }
    return prerelease
  }

  /// Returns the changes since that release, without commits that runs made.
  func changes(before version: Version?, in draft: Draft) throws -> [Change] {
    let base = release(before: version)
    let list = try base == released ? list : changesSincePrerelease(of: draft)
    let own = try OwnCommits(since: base?.commit, in: draft)
    return list.changes.filter { !own.contains($0) }
  }
}

extension Draft {
  /// Returns the forge of the branch's push remote, or of the first remote that has one.
  func forge() throws -> ForgeProject? {
    let destination = try (try? workingBranch()).flatMap { try workspace.pushDestination(of: $0.name) }
    let address = try destination.flatMap { try workspace.remoteAddress(of: $0.remote) }
    let addresses = try [address].compactMap(\.self) + remoteAddresses()
    return addresses.lazy.compactMap { ForgeProject(remote: $0, forge: releasefile.forge.kind) }.first
  }
}

extension String {
  /// The text of a list entry, with its later lines indented to stay in the entry.
  var indentedAfterFirstLine: String {
    split(separator: "\n", omittingEmptySubsequences: false).enumerated()
      .map { $0.offset == 0 || $0.element.isEmpty ? String($0.element) : "  \($0.element)" }.joined(separator: "\n")
  }
}

extension Draft {
  /// The dependencies of the package that the run releases, too.
  fileprivate var dependencyEntries: [ReleaseNotes.Entry] {
    (package?.dependencies ?? []).compactMap { name in
      changedVersion(ofPackage: name).map { ReleaseNotes.Entry(text: "Use \(name) \($0.current)") }
    }
  }
}
