/// A release before it is public.
package struct ReleaseDraft: Hashable, Sendable, Codable {
  package let repository: ForgeRepository
  package let release: ReleaseDescription
  package let edits: DraftEdits
  package let existing: ExistingRelease

  package init(
    _ release: ReleaseDescription, on repository: ForgeRepository, edits: DraftEdits = .keep,
    existing: ExistingRelease = .stop
  ) {
    self.repository = repository
    self.release = release
    self.edits = edits
    self.existing = existing
  }
}

/// What a run does with a title or notes that a user has edited in the draft.
package enum DraftEdits: String, Hashable, Sendable, Codable, ParameterChoice {
  case keep, replace, stop
}

/// What a run does with an empty release of the tag that it has not made, on a forge without drafts.
package enum ExistingRelease: String, Hashable, Sendable, Codable, ParameterChoice {
  case stop, fill
}

/// The text of a release, and how it is marked.
package struct ReleaseDescription: Hashable, Sendable, Codable {
  /// Without `refs/tags/`.
  package var tag: String
  package var title: String
  /// Markdown.
  package var notes: String
  package var isPrerelease: Bool
  /// Whether it becomes the latest release.
  package var isLatest: Bool
  /// The branch on the remote where the forge creates the tag if a user publishes the draft before the push; nil: the default branch.
  package var target: String?

  package init(tag: String, title: String, notes: String, isPrerelease: Bool, isLatest: Bool) {
    self.tag = tag
    self.title = title
    self.notes = notes
    self.isPrerelease = isPrerelease
    self.isLatest = isLatest
  }
}

extension ReleaseDraft: EffectValue {
  package var summary: EffectSummary { EffectSummary("draft", phrase, "\"\(release.title)\"") }

  package func fields(_ outcome: Outcome) -> EffectFields {
    ["tag": release.tag, "repository": repository.name, "message": release.title]
  }

  package var reachesService: Bool { true }

  var phrase: String { "\(release.tag) on \(repository.phrase)" }
}
