import CLibGit2
import TextEditing
import Versioning

extension Repository {
  /// `git log` and its kin; libgit2 where there is no `git` program.
  private func historyReader() -> any HistoryReader {
    if let query = query(orFallBackOn: .history) { return GitHistory(query: query, repository: self) }
    return RevisionWalk(repository: self)
  }

  /// The commits that can be reached from `commit` and from none of `others`, children before their parents, otherwise
  /// the youngest first: what `git log --date-order` lists.
  ///
  /// - Parameter patterns: With them, only the commits that change a path which one of them stands for: a folder or a
  ///   file by its name, or with wildcards. A merge does when it differs there from its first parent, the branch that it
  ///   was made on: its message tells what it brought to that.
  package func history(
    from commit: ObjectID, notFrom others: [ObjectID], touching patterns: [PathPattern] = []
  ) throws(GitError) -> [CommitRecord] {
    try checkCommits([commit] + others)
    let commits = try historyReader().commits(from: commit, notFrom: others)
    guard !patterns.isEmpty else { return commits.map(\.record) }
    var filter = try PathFilter(patterns, of: commits, in: self)
    var touching: [CommitRecord] = []
    for commit in commits where try filter.isTouched(by: commit) { touching.append(commit.record) }
    return touching
  }

  /// Whether `ancestor` can be reached from `commit` by parents; a commit is its own ancestor.
  ///
  /// In a shallow clone, history ends where it was cut off.
  package func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool {
    if ancestor == commit { return true }
    try checkCommits([commit])
    do throws(GitError) {
      try checkCommits([ancestor])
    } catch {
      if case .noSuchObject = error, isShallow { return false }
      throw error
    }
    return try historyReader().isAncestor(ancestor, of: commit)
  }

  /// How many commits can be reached from `commit`, itself included: what `git rev-list --count` says.
  package func countOfCommits(reachableFrom commit: ObjectID) throws(GitError) -> Int {
    try checkCommits([commit])
    return try historyReader().count(from: commit)
  }

  /// The commits that can be reached from `commit` and from none of `others`, children before their parents, otherwise
  /// the youngest first.
  package func commits(reachableFrom commit: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ObjectID] {
    try checkCommits([commit] + others)
    return try historyReader().ids(from: commit, notFrom: others)
  }

  /// The first of `candidates` that can be reached from `commit`; nil when there is none. What is no commit, or is missing, is
  /// passed over.
  ///
  /// The first few are asked for one by one, which costs little where they are near. If they lie on other branches, all
  /// ancestors are gone through once: the cost never depends on how many candidates there are.
  package func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws(GitError) -> ObjectID? {
    for candidate in candidates.prefix(Self.singleCandidateCount) {
      if try isCommit(candidate), try isAncestor(candidate, of: commit) { return candidate }
    }
    guard candidates.count > Self.singleCandidateCount else { return nil }
    let ancestors = try historyReader().ancestors(of: commit)
    return candidates.dropFirst(Self.singleCandidateCount).first { ancestors.contains($0) }
  }

  private static var singleCandidateCount: Int { 5 }

  private func isCommit(_ id: ObjectID) throws(GitError) -> Bool {
    do throws(GitError) {
      try checkCommits([id])
      return true
    } catch {
      if case .noSuchObject = error { return false }
      throw error
    }
  }

  /// - Throws: `GitError.noSuchObject` for the first that is no commit, what libgit2 says of one that cannot be read.
  private func checkCommits(_ ids: [ObjectID]) throws(GitError) {
    for id in ids { _ = try handle(ofCommit: id) }
  }

  /// What is wrong with the first commit that is met on the way back from `starts` and cannot be read; nil when all can.
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
