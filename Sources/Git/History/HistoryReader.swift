import MartletVersioning

/// A commit of a history, with its tree.
struct ListedCommit {
  let record: CommitRecord
  let tree: ObjectID
}

/// Reads the commit graph. All given commits must exist.
protocol HistoryReader {
  /// Returns the commits reachable from `start` and from none of `others`, children before parents, otherwise newest
  /// first.
  func commits(from start: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ListedCommit]

  /// Returns only the IDs of these commits.
  func ids(from start: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ObjectID]

  /// Returns all commits reachable from `start`, including itself.
  func ancestors(of start: ObjectID) throws(GitError) -> Set<ObjectID>

  /// Returns the number of these commits.
  func count(from start: ObjectID) throws(GitError) -> Int

  /// Returns whether `ancestor` is reachable from `commit`, which is a different commit.
  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool
}
