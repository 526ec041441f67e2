import MartletCore

/// Reads ranges of one history that differ in where they begin, such as those of the packages of a repository. git lists
/// a range only if it is not a part of an earlier one, and each commit is compared with its parent once.
package final class RangeReader {
  private let repository: Repository
  private var longest: ListedRange?
  /// The paths that its commits change; nil before they are needed.
  private var longestPaths: ChangedPaths?
  /// The trees by commit.
  private var trees: [ObjectID: ObjectID] = [:]
  /// The paths that a commit changes, by its id.
  private var changes: [ObjectID: [String]] = [:]

  package init(_ repository: Repository) { self.repository = repository }

  /// Returns the commits reachable from `end` and from none of `others`, as `Repository.history` does.
  package func commits(
    from end: ObjectID, notFrom others: [ObjectID], touching patterns: [PathPattern] = []
  ) throws(GitError) -> [CommitRecord] {
    let (range, isExcluded) = try range(to: end, notFrom: others)
    let listed =
      patterns.isEmpty ? Array(range.commits.indices) : try changedPaths(of: range).commits(touching: patterns)
    return listed.filter { !isExcluded[$0] }.map { range.commits[$0].record }
  }

  /// Returns a listed range with the requested commits, and which of its commits are not requested.
  private func range(
    to end: ObjectID, notFrom others: [ObjectID]
  ) throws(GitError) -> (range: ListedRange, isExcluded: [Bool]) {
    if let longest, let isExcluded = longest.exclusions(to: end, notFrom: others) { return (longest, isExcluded) }
    let commits = try repository.listedCommits(from: end, notFrom: others)
    for commit in commits { trees[commit.record.id] = commit.tree }
    let range = ListedRange(end: end, bases: others, commits: commits)
    if longest.map({ $0.end != end || $0.commits.count < commits.count }) ?? true {
      (longest, longestPaths) = (range, nil)
    }
    return (range, [Bool](repeating: false, count: commits.count))
  }

  private func changedPaths(of range: ListedRange) throws(GitError) -> ChangedPaths {
    let isLongest = range.end == longest?.end && range.bases == longest?.bases
    if isLongest, let longestPaths { return longestPaths }
    var found = ChangedPaths()
    for commit in range.commits { found.append(try paths(changedBy: commit)) }
    if isLongest { longestPaths = found }
    return found
  }

  /// A merge is compared with its first parent.
  private func paths(changedBy commit: ListedCommit) throws(GitError) -> [String] {
    if let known = changes[commit.record.id] { return known }
    var before: ObjectID?
    if let parent = commit.record.parents.first { before = try tree(ofCommit: parent) }
    let found = commit.tree == before ? [] : try repository.paths(differingFrom: before, in: commit.tree)
    changes[commit.record.id] = found
    return found
  }

  private func tree(ofCommit id: ObjectID) throws(GitError) -> ObjectID {
    if let known = trees[id] { return known }
    let tree = try repository.commit(repository.replacements()[id] ?? id).tree
    trees[id] = tree
    return tree
  }
}

/// A range as git has listed it.
private struct ListedRange {
  let end: ObjectID
  let bases: [ObjectID]
  /// Children before parents.
  let commits: [ListedCommit]
  private let indices: [ObjectID: Int]

  init(end: ObjectID, bases: [ObjectID], commits: [ListedCommit]) {
    self.end = end
    self.bases = bases
    self.commits = commits
    indices = Dictionary(commits.enumerated().map { ($1.record.id, $0) }) { first, _ in first }
  }

  /// Returns which of its commits another range to the same end does not have; nil if that may have commits that this one
  /// does not.
  func exclusions(to end: ObjectID, notFrom others: [ObjectID]) -> [Bool]? {
    guard end == self.end else { return nil }
    var isExcluded = [Bool](repeating: false, count: commits.count)
    if others == bases { return isExcluded }
    // What is not listed is an ancestor of the bases: the other range leaves all of it out if it leaves out the bases.
    var unlisted = Set<ObjectID>()
    var next = others
    while let id = next.popLast() {
      guard let index = indices[id] else {
        unlisted.insert(id)
        continue
      }
      guard !isExcluded[index] else { continue }
      isExcluded[index] = true
      next += commits[index].record.parents
    }
    guard bases.allSatisfy(unlisted.contains), others.allSatisfy({ indices[$0] != nil || bases.contains($0) }) else {
      return nil
    }
    return isExcluded
  }
}

/// The paths that the commits of a range change, by path and by folder, so that the commits of each package are found
/// without all the others.
private struct ChangedPaths {
  /// By commit.
  private var paths: [[String]] = []
  /// The indices of the commits that change a file, or a file below a folder, in ascending order.
  private var commits: [String: [Int]] = [:]

  /// Adds the next commit of the range.
  mutating func append(_ changed: [String]) {
    let index = paths.count
    paths.append(changed)
    for path in changed {
      add(index, to: path)
      for (offset, byte) in zip(path.utf8.indices, path.utf8) where byte == UInt8(ascii: "/") {
        add(index, to: String(path[..<offset]))
      }
    }
  }

  private mutating func add(_ index: Int, to path: String) {
    if commits[path]?.last != index { commits[path, default: []].append(index) }
  }

  /// Returns the indices of the commits that change a path of one of `patterns`: a folder or a file by its name, or with
  /// wildcards.
  func commits(touching patterns: [PathPattern]) -> [Int] {
    var found = Set<Int>()
    for path in patterns.compactMap(\.path) { found.formUnion(commits[path.string] ?? []) }
    let wildcards = patterns.filter { $0.path == nil }
    if !wildcards.isEmpty {
      for (index, changed) in paths.enumerated() where !found.contains(index) {
        let matches = changed.contains { name in
          RelativePath(name).map { path in wildcards.contains { $0.matches(path) } } ?? false
        }
        if matches { found.insert(index) }
      }
    }
    return found.sorted()
  }
}
