import Lanes
import TextEditing

/// Stops the lane unless git has nothing to commit.
package struct EnsureCleanStep: Step {
  package static let keyword = "ensure_clean"
  package static let foreignNames = ["ensure_git_status_clean"]
  package static let summary = "Stops unless the working tree is clean: nothing changed, staged or untracked."
  package static let parameters = [
    Parameter<Self>("allow_untracked", \.allowsUntracked, "Whether files that git does not know may be there.")
  ]

  package var allowsUntracked = false

  package init() {}

  package func plan(_ draft: Draft) throws -> Decision {
    try draft.refuseUnfinishedOperation()
    let changes = try draft.workspace.changes()
    let changed = Set(changes.filter { !$0.isUntracked }.map(\.path)).union(draft.uncommittedFiles.map(\.path)).sorted()
    let untracked = allowsUntracked ? [] : changes.filter(\.isUntracked).map(\.path)
    guard changed.isEmpty, untracked.isEmpty else { throw Failure.uncommittedChanges(changed, untracked: untracked) }
    return Decision()
  }
}

extension Failure {
  static func uncommittedChanges(_ paths: [RelativePath], untracked: [RelativePath]) -> Failure {
    Failure(
      "the working tree is not clean: \(paths.count + untracked.count) uncommitted, expected none",
      hint: "commit them, or set them aside with `git stash --include-untracked`",
      notes: (paths.map { "  changed    \($0)" } + untracked.map { "  untracked  \($0)" }).shortenedList,
      code: .notClean)
  }
}
