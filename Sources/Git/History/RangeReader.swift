import CLibGit2
import MartletCore

/// Reads ranges of one history that differ in where they begin, such as those of the packages of a repository. git lists
/// a range only if it is not a part of an earlier one, and each commit is compared with its parent once.
package final class RangeReader {
  private let repository: Repository
  private var replacements: [RawObjectID: RawObjectID] = [:]
  private var longest: ListedRange?
  /// The trees by commit.
  private var trees: [ObjectID: ObjectID] = [:]
  /// The paths that a commit changes, by its id.
  private var changes: [ObjectID: [String]] = [:]

  package init(_ repository: Repository) { self.repository = repository }

  /// Returns the commits reachable from `end` and from none of `others`, as `Repository.history` does.
  package func commits(
    from end: ObjectID, notFrom others: [ObjectID], touching patterns: [PathPattern] = []
  ) throws(GitError) -> [CommitRecord] {
    let replacements = try repository.replacements()
    if replacements != self.replacements {
      self.replacements = replacements
      (longest, trees, changes) = (nil, [:], [:])
    }
    let commits = try range(to: end, notFrom: others)
    guard !patterns.isEmpty else { return commits.map(\.record) }
    let filter = PathFilter(patterns)
    var touching: [CommitRecord] = []
    for commit in commits where try filter.matches(paths(changedBy: commit)) { touching.append(commit.record) }
    return touching
  }

  private func range(to end: ObjectID, notFrom others: [ObjectID]) throws(GitError) -> [ListedCommit] {
    if let part = longest?.part(to: end, notFrom: others) { return part }
    let commits = try repository.listedCommits(from: end, notFrom: others)
    for commit in commits { trees[commit.record.id] = commit.tree }
    if longest.map({ $0.end != end || $0.commits.count < commits.count }) ?? true {
      longest = ListedRange(end: end, bases: others, commits: commits)
    }
    return commits
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
    let real = RawObjectID(id).flatMap { replacements[$0] }?.objectID ?? id
    let tree = try repository.commit(real).tree
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

  /// Returns the commits of another range to the same end; nil if that may have commits that this one does not.
  func part(to end: ObjectID, notFrom others: [ObjectID]) -> [ListedCommit]? {
    guard end == self.end else { return nil }
    if others == bases { return commits }
    var isExcluded = [Bool](repeating: false, count: commits.count)
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
    return zip(commits, isExcluded).filter { !$0.1 }.map(\.0)
  }
}

/// Whether paths match one of some patterns: a folder or a file by its name, or with wildcards.
private struct PathFilter {
  private let paths: [String]
  private let patterns: [PathPattern]

  init(_ patterns: [PathPattern]) {
    paths = patterns.compactMap(\.path?.string)
    self.patterns = patterns.filter { $0.path == nil }
  }

  func matches(_ changed: [String]) -> Bool {
    changed.contains { name in
      paths.contains { path in
        let rest = name.utf8.dropFirst(path.utf8.count)
        return name.utf8.starts(with: path.utf8) && rest.first.map { $0 == UInt8(ascii: "/") } ?? true
      } || !patterns.isEmpty && RelativePath(name).map { path in patterns.contains { $0.matches(path) } } ?? false
    }
  }
}
