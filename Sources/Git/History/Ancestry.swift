import MartletCore

/// Answers which commits descend from which, for all questions of a command with at most two lists of git: the first has the
/// newest commits, the second all of HEAD and the tags. It supports grafts, replaced objects and shallow clones.
///
/// It is valid while the replaced and the shallow commits stay the same.
package final class Ancestry {
  private let repository: Repository
  /// The commits besides those of questions that the second list begins at.
  private let tips: () -> [ObjectID]
  /// The commits of earlier questions that were not listed.
  private var starts: [ObjectID] = []
  private var graph: CommitGraph?
  private var isWhole = false
  /// The commit of the last question.
  private var last: ObjectID?
  /// The ancestors of a commit with several questions.
  private var known: (commit: ObjectID, ancestors: CommitGraph.Ancestors)?

  /// The number of commits in the first list: a large project has its last release among them, and git needs 10 ms.
  private static let firstCount = 1000

  /// - Parameter tips: Returns the commits that later questions may be about. They may be missing.
  package init(_ repository: Repository, tips: @escaping () -> [ObjectID]) {
    (self.repository, self.tips) = (repository, tips)
  }

  /// Returns the first of `candidates` that is reachable from `commit`, which is its own ancestor; nil for none. Missing
  /// objects and objects other than commits are skipped. In a shallow clone, the history ends at the shallow commits.
  ///
  /// - Throws: `GitError.noSuchObject` when `commit` is missing.
  package func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws(GitError) -> ObjectID? {
    guard let first = candidates.first, first != commit else { return candidates.first }
    let target = candidates.count == 1 && last != commit ? first : nil
    last = commit
    for isLast in [false, true] {
      let graph = try graph(containing: commit, isWhole: isLast)
      let ancestors = ancestors(of: commit, downTo: target, in: graph)
      let found = candidates.first { graph.contains($0, in: ancestors) }
      if found == first || ancestors.isComplete { return found }
    }
    return nil
  }

  private func ancestors(
    of commit: ObjectID, downTo target: ObjectID?, in graph: CommitGraph
  ) -> CommitGraph.Ancestors {
    if let known, known.commit == commit { return known.ancestors }
    let found = graph.ancestors(of: commit, downTo: target)
    if target == nil { known = (commit, found) }
    return found
  }

  private func graph(containing commit: ObjectID, isWhole: Bool) throws(GitError) -> CommitGraph {
    if let graph, graph.contains(commit), self.isWhole || !isWhole { return graph }
    _ = try repository.objects.bytes(of: commit, .commit)
    let isWhole = isWhole || graph != nil
    starts.insert(commit, at: 0)
    let found = try repository.gitHistory.graph(
      from: isWhole ? starts + tips() : starts, count: isWhole ? nil : Self.firstCount)
    (graph, known) = (found, nil)
    self.isWhole = isWhole
    return found
  }
}
