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
      guard let notes = try draft.mergedNotes(of: version, at: path) else { throw Failure.notMerged(path, version) }
      var decision = Decision()
      decision.outputs = ["notes": notes]
      return decision
    }
    let release = ChangelogRelease(
      of: version, date: draft.workspace.today, tag: try draft.tag(for: version))
    guard let source = try draft.source(at: path) else {
      if origin == .unreleased { throw Failure.missingFile(path) }
      let notes = try generatedNotes(of: version, in: draft)
      return decision(nil, try release.creating(path, holding: notes), notes)
    }
    let document = ChangelogDocument(source)
    if origin != .commits, let section = document.section(of: version), document.hasText(in: section),
      try draft.workspace.tag(named: release.tag) == nil
    {
      var decision = Decision(remarks: ["\(path) has the section of \(version) already, and no tag has this version"])
      decision.outputs = ["notes": document.text(of: section)]
      return decision
    }
    let hasUnreleasedText = document.unreleased.map { document.hasText(in: $0) } ?? false
    if origin == .unreleased || (origin == .auto && hasUnreleasedText) {
      let notes = document.unreleased.map { document.text(of: $0) } ?? ""
      return decision(source, try release.releasing(document), notes)
    }
    let notes = try generatedNotes(of: version, in: draft)
    return decision(source, try release.inserting(notes, into: document), notes)
  }

  func path(in draft: Draft) throws -> RelativePath {
    let name = try draft.text(of: file)
    return try name.isEmpty ? draft.changelogPath() : draft.path(name)
  }

  private func generatedNotes(of version: Version, in draft: Draft) throws -> String {
    let text = try NotesText(of: ReleaseHistory(of: draft), as: version, in: draft)
    return try text.markdown(in: draft, by: try template.map(draft.text(of:)))
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
