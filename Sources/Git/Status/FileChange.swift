import TextEditing

/// One file that is not as HEAD has it: what `git status` says about it, without looking for renames.
package struct FileChange: Hashable, Sendable {
  /// What has become of a file.
  package enum Kind: Hashable, Sendable {
    case added, modified, deleted, typeChanged
  }

  /// Where a file's change stands.
  package enum State: Hashable, Sendable {
    /// What is staged against HEAD, and what is in the work tree against that; at least one of them.
    case tracked(staged: Kind?, workTree: Kind?)
    /// Not tracked, not ignored. The path is a folder when asked for folders.
    case untracked
    case conflicted
  }

  /// Invalid UTF-8 in the name is replaced.
  package let path: RelativePath
  /// What is to be said about it.
  package let state: State

  /// A change of the file at `path`.
  package init(path: RelativePath, state: State) {
    self.path = path
    self.state = state
  }
}

/// How far untracked files are listed.
package enum UntrackedFiles: Sendable {
  /// Not at all.
  case none
  /// A folder without tracked files stands for all that is in it.
  case folders
  /// Each file.
  case all
}
