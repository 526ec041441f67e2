import Lanes
import MartletChangelogs
import MartletCore

/// Adds the version's section to the changelog.
package struct ChangelogStep: Step {
  package enum Source: String, ParameterChoice {
    case auto, unreleased, commits
  }

  package static let keyword = "changelog"
  package static let phase = StepPhase.always
  package static let summary = "Adds the version's section to the changelog. Every other byte stays the same."
  package static let parameters = [
    Parameter<Self>.main(
      "file", \.file, "The changelog, in Markdown; `CHANGELOG.md` unless the Releasefile names another file."),
    Parameter<Self>(
      "from", \.origin,
      "`unreleased`: the text below the changelog's unreleased heading; `commits`: commits and change files; `auto`: the unreleased text if there is any, otherwise commits and change files."
    ),
    Parameter<Self>(
      "template", \.template, "A Mustache template for the section made from commits, instead of the built-in one."),
  ]
  package static let outputs = [StepOutput("notes", "The new section in Markdown, without its heading.")]

  package var file: Template = ""
  package var origin = Source.auto
  package var template: Template?

  package init() {}

  package func mistakes(id: String?) -> [StepProblem] {
    [file == "" ? nil : file.badPath, template?.badPath].compactMap { $0 }
  }

  package func plan(_ draft: Draft) throws -> Decision {
    let path = try path(in: draft)
    let version = try draft.version()
    if draft.pullRequest != nil, draft.purpose != .proposal {
      guard let notes = try draft.changelogText(of: version, at: path) else { throw Failure.notMerged(path, version) }
      var decision = Decision()
      decision.outputs = ["notes": notes]
      return decision
    }
    guard let source = try draft.source(at: path) else {
      if origin == .unreleased { throw Failure.missingFile(path) }
      let notes = try generatedNotes(of: version, in: draft)
      let heading = draft.releasefile.changelog.heading
      return decision(nil, try draft.release(of: version).creating(path, holding: notes, heading: heading), notes)
    }
    let document = draft.changelog(source)
    let release = try draft.release(of: version)
    if origin != .commits || document.section(of: version).map(document.hasText) == false,
      let section = try release.prepared(in: document)
    {
      return try finished(section, by: release, in: document, draft)
    }
    let hasUnreleasedText = document.unreleased.map { document.hasText(in: $0) } ?? false
    if let unreleased = document.unreleased, origin == .unreleased || (origin == .auto && hasUnreleasedText) {
      var decision = decision(source, try release.releasing(document), document.text(of: unreleased))
      decision.remarks = try unlisted(before: version, as: "the text below `\(unreleased.heading.title)`", in: draft)
      return decision
    }
    if origin == .unreleased { throw ChangelogError.nothingUnreleased(path) }
    let notes = try generatedNotes(of: version, for: document, in: draft)
    return decision(source, try release.inserting(notes, into: document), notes)
  }

  /// Gives a section that was written before the release its final heading, and the changes if it is empty.
  private func finished(
    _ section: ChangelogDocument.Section, by release: ChangelogRelease, in document: ChangelogDocument, _ draft: Draft
  ) throws -> Decision {
    let source = document.source
    guard document.hasText(in: section) else {
      let notes = try generatedNotes(of: release.version, for: document, in: draft)
      return decision(source, try release.finishing(section, with: notes, in: document), notes)
    }
    let after = try release.finishing(section, in: document)
    var decision = decision(source, after, document.text(of: section))
    if after == source { decision.effects = [] }
    decision.remarks =
      ["\(source.path) has the section of \(release.version) already, and no tag has this version"]
      + (try unlisted(before: release.version, as: "that section", in: draft))
    return decision
  }

  /// Returns a remark about the commits that curated notes leave out.
  private func unlisted(before version: Version, as text: String, in draft: Draft) throws -> [String] {
    let history = try ReleaseHistory(of: draft)
    guard let last = history.release(before: version) else { return [] }
    let count = try history.changes(before: version, in: draft).count
    let commits = count == 1 ? "commit" : "\(count) commits"
    return count == 0 ? [] : ["the notes are \(text), without the \(commits) since \(last.tag)"]
  }

  func path(in draft: Draft) throws -> RelativePath {
    let name = try draft.text(of: file)
    return try name.isEmpty ? draft.changelogPath() : draft.path(name)
  }

  /// - Parameter document: The changelog whose form the built-in template follows.
  private func generatedNotes(
    of version: Version, for document: ChangelogDocument? = nil, in draft: Draft
  ) throws -> String {
    let text = try NotesText(of: ReleaseHistory(of: draft), as: version, in: draft)
    let notes = try text.markdown(in: draft, by: try template.map(draft.text(of:)))
    let isCustom = template != nil || draft.releasefile.changelog.template != nil
    return isCustom ? notes : document?.inItsForm(notes) ?? notes
  }

  private func decision(_ before: SourceText?, _ after: SourceText, _ notes: String) -> Decision {
    var decision = Decision([.writeFile(FileWrite(from: before, to: after))])
    decision.outputs = ["notes": notes]
    return decision
  }
}

extension NotesText {
  /// Returns the sections as Markdown. Uses the template `name`, then the Releasefile's, then the built-in one.
  package func markdown(in draft: Draft, by name: String? = nil) throws -> String {
    guard let path = try name.map(draft.path) ?? draft.releasefile.changelog.template else { return try markdown() }
    let source = try draft.requiredSource(at: path)
    do {
      return try markdown(by: source.string(at: source.startOffset..<source.bytes.count))
    } catch {
      throw Failure.badTemplate(path, problem: "\(error)")
    }
  }
}

extension Draft {
  /// Returns the changelog in the form that the Releasefile declares.
  package func changelog(_ source: SourceText) -> ChangelogDocument {
    ChangelogDocument(source, heading: releasefile.changelog.heading)
  }

  /// Returns the text of the section of `version` in the changelog at `path`; nil if it has none.
  package func changelogText(of version: Version, at path: RelativePath) throws -> String? {
    guard let document = try source(at: path).map(changelog) else { return nil }
    return document.section(of: version).map(document.text)
  }

  /// The new section of `version`.
  fileprivate func release(of version: Version) throws -> ChangelogRelease {
    let (tag, format) = (try tag(for: version), try tagFormat())
    let tagged = try tags().keys.compactMap { name in
      format.version(of: name) ?? (try? Version(String(name.drop { !$0.isNumber })))
    }
    return ChangelogRelease(
      of: version, date: workspace.today, tag: tag,
      after: try ReleaseHistory(of: self).release(before: version)?.tag, page: try forge()?.page(ofTag: tag),
      tagged: tagged)
  }

  /// The project's changelog.
  package func changelogPath() throws -> RelativePath {
    try releasefile.changelog.file ?? path("CHANGELOG.md")
  }
}

extension Failure {
  static func badTemplate(_ path: RelativePath, problem: String) -> Failure {
    Failure("the template `\(path)` cannot be used: \(problem)")
  }
}
