import MartletCore

extension Repository {
  /// Returns the commits reachable from `commit` and from none of `others`, children before parents, otherwise newest
  /// first, as `git log --date-order` lists them.
  ///
  /// - Parameter patterns: If given, only commits that change a matching path: a folder or a file by its name, or with
  ///   wildcards. A merge is compared with its first parent, the branch that it was made on, because its message
  ///   describes what it brought there.
  package func history(
    from commit: ObjectID, notFrom others: [ObjectID], touching patterns: [PathPattern] = []
  ) throws(GitError) -> [CommitRecord] {
    try RangeReader(self).commits(from: commit, notFrom: others, touching: patterns)
  }

  func listedCommits(from commit: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ListedCommit] {
    try checkCommits([commit] + others)
    return try gitHistory.commits(from: commit, notFrom: others)
  }

  /// Returns whether `ancestor` is reachable from `commit`; a commit is its own ancestor.
  ///
  /// In a shallow clone, the history ends at the shallow commits.
  package func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    if ancestor == commit { return true }
    try checkCommits([commit])
    do throws(GitError) {
      try checkCommits([ancestor])
    } catch {
      if case .noSuchObject = error, isShallow { return false }
      throw error
    }
    return try gitHistory.isAncestor(ancestor, of: commit)
  }

  /// Returns the number of commits reachable from `commit`, including itself, and from none of `others`.
  package func countOfCommits(
    reachableFrom commit: ObjectID, notFrom others: [ObjectID] = []
  ) throws(GitError) -> Int {
    try checkCommits([commit] + others)
    return try gitHistory.count(from: commit, notFrom: others)
  }

  /// Returns the commits reachable from `commit` and from none of `others`, children before parents, otherwise newest
  /// first.
  package func commits(reachableFrom commit: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ObjectID] {
    try checkCommits([commit] + others)
    return try gitHistory.ids(from: commit, notFrom: others)
  }

  var gitHistory: GitHistory { GitHistory(query: GitQuery(self), repository: self) }

  /// - Throws: `GitError.noSuchObject` for the first ID that is not a commit, `.unusableObject` for a damaged one.
  private func checkCommits(_ ids: [ObjectID]) throws(GitError) {
    for id in ids { _ = try objects.bytes(of: id, .commit) }
  }

  /// Returns the error of the first unreadable commit on the way back from `starts`; nil when all are readable.
  func unreadableCommit(above starts: [ObjectID]) -> GitError? {
    let ends = shallowCommits
    var seen = Set(starts)
    var next = starts
    while let id = next.popLast() {
      do throws(GitError) {
        let parents = try commit(id).parents
        if !ends.contains(id) { next += parents.filter { seen.insert($0).inserted } }
      } catch {
        guard case .noSuchObject = error, !starts.contains(id) else { return error }
        return .missingObject(id, path: nil, isPartialClone: isPartialClone)
      }
    }
    return nil
  }
}
