import MartletCore

/// A file that differs from HEAD, as in `git status`, without detection of renames.
package struct FileChange: Hashable, Sendable {
  /// The kind of a change.
  package enum Kind: Hashable, Sendable {
    case added, modified, deleted, typeChanged
  }

  /// The places where a file differs.
  package enum State: Hashable, Sendable {
    /// The staged change against HEAD, and the unstaged change against the index; at least one of them.
    case tracked(staged: Kind?, workTree: Kind?)
    /// Neither tracked nor ignored. The path is a folder if folders were requested.
    case untracked
    case conflicted
  }

  /// The path, with invalid UTF-8 replaced.
  package let path: RelativePath
  /// The state of the file.
  package let state: State

  /// Creates a change of the file at `path`.
  package init(path: RelativePath, state: State) {
    self.path = path
    self.state = state
  }
}

/// How untracked files are listed.
package enum UntrackedFiles: Sendable {
  /// None.
  case none
  /// A folder without tracked files is listed instead of its contents.
  case folders
  /// Every file.
  case all
}
