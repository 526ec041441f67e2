import Pipelines
import TextEditing

/// Why tags that are elsewhere may not be here.
package enum TagGap: Hashable, Sendable {
  /// History was cut off when cloning, and with it the tags of what is older.
  case shallowClone
  /// Tags of this remote are not fetched, as `git clone --no-tags` sets it.
  case notFetched(remote: String)
}

/// Tags would have to be known that this clone may not have.
package struct MissingTags: ExplainedError, Equatable {
  private let gap: TagGap
  private let system: CISystem?

  package init(_ gap: TagGap, _ system: CISystem?) {
    self.gap = gap
    self.system = system
  }

  package var failure: Failure {
    switch gap {
    case .shallowClone:
      Failure(
        "this is a shallow clone, which may lack the tags that say what has been released",
        hint: system?.wholeClone == nil
          ? "get them with `git fetch --unshallow --tags`; in GitHub Actions give `actions/checkout` the input "
            + "`fetch-depth: 0`, in GitLab CI set `GIT_DEPTH: 0`"
          : "\(system.cloneHint)get the rest with `git fetch --unshallow --tags`",
        notes: system.cloneNotes, code: .shallowClone)
    case .notFetched(let remote):
      Failure(
        "no tag says a version, and those of `\(remote)` are not fetched (`remote.\(remote).tagOpt`)",
        hint: "get them with `git fetch --tags \(remote.shellWord)`")
    }
  }
}

extension CISystem? {
  /// The lines that make the CI system clone the whole history, for the notes of a failure.
  package var cloneNotes: [String] { self?.wholeClone?.notes ?? [] }

  /// What a hint begins with where there are such lines.
  package var cloneHint: String { cloneNotes.isEmpty ? "" : "have it cloned whole by these lines, or " }
}
