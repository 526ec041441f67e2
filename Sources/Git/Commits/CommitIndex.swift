import MartletCore

/// The index for a `git commit --only`: that of the repository, or a copy if the commit has files that git does not track.
///
/// `git commit` knows no other files. If they were added to the repository's own index, and the process were killed,
/// `git reset --hard` would delete them.
final class CommitIndex {
  /// The paths of the commit that git knows.
  let paths: [RelativePath]
  /// The variables for git.
  let variables: [String: String]
  private let repository: Repository
  /// Nil for the repository's own index.
  private let copy: String?
  /// The repository's index before the commit.
  private let before: [UInt8]?

  init(
    of repository: Repository, for paths: [RelativePath], on head: ObjectID?
  ) throws(GitError) {
    let tracked = try repository.listedIndex()
    var (known, new): ([RelativePath], [RelativePath]) = ([], [])
    for path in paths {
      let kind = try Files.kind(of: "\(repository.workTree)/\(path)")
      // git removes a file with the first file of the folder that has replaced it, and adds no folder.
      if case .directory = kind { continue }
      if tracked.entry(at: path) != nil {
        known.append(path)
      } else if kind != nil {
        new.append(path)
      } else if let head, try repository.entry(at: path, in: head) != nil {
        known.append(path)
      }
    }
    (self.repository, self.paths) = (repository, (known + new).sorted())
    guard !new.isEmpty else {
      (copy, variables, before) = (nil, [:], nil)
      return
    }
    let copy = "\(repository.gitDirectory)/martlet-index-\(Files.processID)"
    (self.copy, variables, before) = (copy, ["GIT_INDEX_FILE": copy], repository.indexContents)
    Files.remove(copy)
    if let before { try Files.create(copy, before) }
    var git = GitChange(repository)
    git.variables = variables
    _ = try git.output(
      of: ["add", "--intent-to-add", "--force", "--"] + new.map(\.literal), to: "add the files to the index")
  }

  deinit {
    guard let copy else { return }
    for path in [copy, "\(copy).lock"] { Files.remove(path) }
  }

  /// Makes the repository's index that of the commit, with other staged changes.
  func finish(from parent: ObjectID?, to commit: ObjectID) throws(GitError) {
    guard let copy, let after = try Files.contents(of: copy) else { return }
    if try repository.replaceIndex(with: after, expecting: before) { return }
    // Something was staged since.
    if let parent {
      try repository.advanceIndex(paths, from: parent, to: commit)
    } else {
      try repository.resetIndex(paths, to: commit)
    }
  }
}
