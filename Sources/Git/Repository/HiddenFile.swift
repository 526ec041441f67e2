import CLibGit2

/// A mark that makes git ignore changes of a tracked file.
package enum HiddenFile: Hashable, Sendable {
  /// `git update-index --assume-unchanged`.
  case assumedUnchanged
  /// `git update-index --skip-worktree`, which sparse checkouts use as well.
  case skipped

  /// Reads the mark of an index entry; nil for an entry without one.
  init?(_ entry: git_index_entry) {
    if UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0 {
      self = .skipped
    } else if UInt32(entry.flags) & GIT_INDEX_ENTRY_VALID.rawValue != 0 {
      self = .assumedUnchanged
    } else {
      return nil
    }
  }

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
