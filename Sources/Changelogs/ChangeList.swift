import TextEditing
import Versioning

/// The commits of a range that mean something by themselves.
///
/// Merges are left out, because what they bring is in the range itself, unless their own first line says a type, as that
/// of a squash does. A commit and the one that takes it back are both left out.
package struct ChangeList: Sendable {
  /// The newest first.
  package let changes: [Change]
  /// How many commits the range has.
  package let commitCount: Int

  /// - Parameter commits: The newest first.
  package init(_ commits: [CommitRecord]) {
    let all = commits.map(Change.init)
    let reverted = Self.reverted(in: all)
    changes = zip(all.indices, all).compactMap { index, change in
      let isMeant = !change.commit.isMerge || change.message.conventional != nil
      return isMeant && !reverted.contains(index) ? change : nil
    }
    commitCount = commits.count
  }

  /// The indices of commits that are taken back, and of those that do it. A revert that is taken back itself takes
  /// nothing back, so the newest is asked first.
  private static func reverted(in changes: [Change]) -> Set<Int> {
    guard changes.contains(where: { $0.reversion != nil }) else { return [] }
    let targets = Targets(of: changes)
    var reverted: Set<Int> = []
    for (index, change) in zip(changes.indices, changes) {
      guard let reversion = change.reversion, !reverted.contains(index) else { continue }
      let found = targets.indices(of: reversion, before: index).filter { !reverted.contains($0) }
      guard !found.isEmpty else { continue }
      reverted.formUnion(found)
      reverted.insert(index)
    }
    return reverted
  }
}

/// The commits of a range that a revert in it may mean, by what it calls them.
private struct Targets {
  /// Ids in order, so that a shortened one is found by halving.
  private let ids: [(id: String, index: Int)]
  private let indicesByHeader: [String: [Int]]
  private let indicesByPullRequest: [String: [Int]]

  init(of changes: [Change]) {
    let reversions = changes.compactMap(\.reversion)
    let starts = Set(reversions.flatMap(\.commits).map { String($0.prefix(7)) })
    let headers = Set(reversions.compactMap(\.header))
    let numbers = Set(reversions.flatMap(\.pullRequests))
    ids = zip(changes.indices, changes).filter { starts.contains($1.commit.id.short) }
      .map { ($1.commit.id.hex, $0) }.sorted { $0.id < $1.id }
    indicesByHeader = Dictionary(
      grouping: changes.indices.filter { headers.contains(changes[$0].message.header) }
    ) { changes[$0].message.header }
    indicesByPullRequest = changes.indices.reduce(into: [:]) { indices, index in
      guard let number = Self.pullRequest(in: changes[index].message.header), numbers.contains(number) else { return }
      indices[number, default: []].append(index)
    }
  }

  /// The older commits that `reversion` names: by their ids; where these are of a branch that was squashed or rebased, by
  /// their header; a pull request by the number at the end of its header.
  func indices(of reversion: Reversion, before index: Int) -> [Int] {
    let byID = reversion.commits.compactMap { self.index(ofID: $0) }.filter { $0 > index }
    if !byID.isEmpty { return byID }
    if let header = reversion.header, let older = indicesByHeader[header]?.first(where: { $0 > index }) {
      return [older]
    }
    return reversion.pullRequests.flatMap { indicesByPullRequest[$0, default: []] }.filter { $0 > index }
  }

  /// The number that a forge puts behind the header of a squash: `Do it (#12)`.
  private static func pullRequest(in header: String) -> String? {
    guard header.utf8.last == UInt8(ascii: ")"), let sign = header.utf8.lastIndex(of: UInt8(ascii: "#")),
      header[..<sign].hasSuffix("(")
    else { return nil }
    let number = header[sign...].dropFirst().dropLast()
    return number.utf8.allSatisfy(\.isDigit) ? String(number) : nil
  }

  private func index(ofID prefix: String) -> Int? {
    let place = ids.partitioningIndex { $0.id >= prefix }
    return place < ids.count && ids[place].id.hasPrefix(prefix) ? ids[place].index : nil
  }
}
