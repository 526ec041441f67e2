import Lanes
import MartletCore

/// Stops the lane unless git has nothing to commit.
package struct EnsureCleanStep: CheckStep {
  package static let keyword = "clean"
  package static let foreignNames = ["ensure_git_status_clean"]
  package static let phase = StepPhase.always
  package static let summary = "Stops unless the working tree is clean: nothing changed, staged or untracked."
  package static let parameters = [
    Parameter<Self>("allow_untracked", \.allowsUntracked, "Whether untracked files are allowed.")
  ]

  package var allowsUntracked = false

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    try draft.refuseUnfinishedOperation()
    let changes = try draft.changes()
    let changed = Set(changes.filter { !$0.isUntracked }.map(\.path)).union(draft.uncommittedFiles.map(\.path)).sorted()
    let untracked = allowsUntracked ? [] : changes.filter(\.isUntracked).map(\.path)
    guard changed.isEmpty, untracked.isEmpty else {
      let unmerged = Set(changes.filter(\.isUnmerged).map(\.path))
      var hasCommit = true
      if case .unborn = try draft.head() { hasCommit = false }
      throw UncommittedChanges(changed: changed, untracked: untracked, unmerged: unmerged, hasCommit: hasCommit)
    }
    return Decision()
  }
}

/// Files that keep the working tree from being clean.
package struct UncommittedChanges: ExplainedError {
  let changed: [RelativePath]
  let untracked: [RelativePath]
  /// Those of `changed` that git can neither commit nor stash.
  let unmerged: Set<RelativePath>
  /// Whether git can stash, which it cannot before the first commit.
  let hasCommit: Bool

  package var paths: [RelativePath] { changed + untracked }

  package var failure: Failure {
    let marks = changed.map { unmerged.contains($0) ? "  conflict   \($0)" : "  changed    \($0)" }
    return Failure(
      "the working tree is not clean: \(paths.count) uncommitted \(paths.count == 1 ? "file" : "files"), expected none",
      hint: unmerged.isEmpty
        ? hasCommit
          ? "commit them, or stash them with `git stash --include-untracked`"
          : "commit them with `git add --all` and `git commit --message 'First commit'`"
        : "merge those in conflict and add them with `git add`, then commit all",
      notes: (marks + untracked.map { "  untracked  \($0)" }).shortenedList, code: .notClean
    ).permanent
  }
}
