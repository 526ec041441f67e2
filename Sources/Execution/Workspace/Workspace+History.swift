import Git
import Lanes
import MartletCore

extension Workspace {
  package func history(of range: CommitRange) throws -> [CommitRecord] {
    try ranges.commits(from: range.end, notFrom: range.excluded, touching: range.paths)
  }

  package func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws -> ObjectID? {
    try cache.listing(of: CacheKey.ancestry) {
      // Weakly: its folder for temporary files is removed with the repository.
      Ancestry(repository) { [weak self] in self?.tips ?? [] }
    }.firstAncestor(of: commit, among: candidates)
  }

  private enum CacheKey: Hashable { case ancestry }

  /// The number of tagged commits above which only HEAD matters.
  private static let greatestTips = 2_000

  /// The commits of HEAD and of the tags, unless these are many.
  private var tips: [ObjectID] {
    let head = (try? repository.head().commit).map { [$0] } ?? []
    let tags = (try? cache.tags(of: self)).map { Set($0.values) } ?? []
    return head + (tags.count > Self.greatestTips ? [] : Array(tags))
  }

  package func line(from head: ObjectID, after base: ObjectID?, limit: Int) throws -> [ObjectID] {
    try repository.line(of: limit - 1, to: head, after: base)
  }

  package func commit(named name: String) throws -> ObjectID? { try repository.commit(named: name) }

  package func day(of commit: ObjectID) throws -> String {
    calendar(at: try repository.commit(commit).committer.time).day
  }

  package func contents(of path: RelativePath, in commit: ObjectID) throws -> [UInt8]? {
    try repository.contents(of: path, in: commit)
  }

  package func paths(differingBetween old: ObjectID, and new: ObjectID) throws -> [RelativePath] {
    try repository.paths(differingBetween: old, and: new)
  }
}
