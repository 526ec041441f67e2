/// A mark that makes git ignore changes of a tracked file.
package enum HiddenFile: Hashable, Sendable {
  /// `git update-index --assume-unchanged`.
  case assumedUnchanged
  /// `git update-index --skip-worktree`, which sparse checkouts use as well.
  case skipped

  var mark: String {
    switch self {
    case .assumedUnchanged: "`assume-unchanged`"
    case .skipped: "`skip-worktree`"
    }
  }

  /// The option of `git update-index` that removes the mark.
  var removal: String {
    switch self {
    case .assumedUnchanged: "--no-assume-unchanged"
    case .skipped: "--no-skip-worktree"
    }
  }
}
