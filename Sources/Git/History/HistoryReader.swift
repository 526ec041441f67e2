import Versioning

/// A commit of a history, with the tree of its files.
struct ListedCommit {
  let record: CommitRecord
  let tree: ObjectID
}

/// Who tells which commits lead to which. All commits that it is asked about exist.
protocol HistoryReader {
  /// The commits that can be reached from `start` and from none of `others`, children before their parents, otherwise the
  /// youngest first.
  func commits(from start: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ListedCommit]

  /// Their ids alone.
  func ids(from start: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ObjectID]

  /// All commits that can be reached from `start`, itself included.
  func ancestors(of start: ObjectID) throws(GitError) -> Set<ObjectID>

  /// How many these are.
  func count(from start: ObjectID) throws(GitError) -> Int

  /// Whether `ancestor` can be reached from another commit.
  func isAncestor(_ ancestor: ObjectID, of commit: ObjectID) throws(GitError) -> Bool
}
