import MartletCore

/// The reason why tags may be missing in this clone.
package enum IncompleteTags: Hashable, Sendable {
  /// The clone lacks old commits and their tags.
  case shallowClone
  /// Tags of this remote are not fetched, as after `git clone --no-tags`.
  case notFetched(remote: String)
  /// The clone has no tags, and this remote was never fetched, as beside a fork without tags.
  case neverFetched(remote: String)
}

/// The clone may lack tags that are needed.
package struct MissingTags: ExplainedError, Equatable {
  private let gap: IncompleteTags
  private let system: CISystem?

  package init(_ gap: IncompleteTags, _ system: CISystem?) {
    self.gap = gap
    self.system = system
  }

  package var failure: Failure {
    switch gap {
    case .shallowClone:
      Failure(
        "this is a shallow clone, which may lack the tags of releases",
        hint: system?.wholeClone == nil
          ? "fetch them with `git fetch --unshallow --tags`; in GitHub Actions set the `actions/checkout` input "
            + "`fetch-depth: 0`, in GitLab CI set `GIT_DEPTH: 0`"
          : "\(system.cloneHint)fetch the rest with `git fetch --unshallow --tags`",
        notes: system.cloneNotes, code: .shallowClone)
    case .notFetched(let remote):
      Failure(
        "no version tag was found, and the tags of `\(remote)` are not fetched (`remote.\(remote).tagOpt`)",
        hint: "fetch them with `git fetch --tags \(remote.shellWord)`")
    case .neverFetched(let remote):
      Failure(
        "this clone has no tags, and those of `\(remote)` are unknown, because it was never fetched",
        hint: "fetch them with `git fetch --tags \(remote.shellWord)`")
    }
  }
}

extension CISystem? {
  /// The lines that make the CI system clone the whole history, for the notes of a failure.
  package var cloneNotes: [String] { self?.wholeClone?.notes ?? [] }

  /// The beginning of a hint if there are such lines.
  package var cloneHint: String { cloneNotes.isEmpty ? "" : "add these lines to clone the whole history, or " }
}
