import MartletCore

/// The commits of a range without merges and reverted commits.
///
/// Merges are omitted, because the range contains their commits, unless their own first line has a type, as that of a
/// squash does. A commit and the commit that reverts it are both omitted.
package struct ChangeList: Sendable {
  /// The newest first.
  package let changes: [Change]
  /// The number of commits in the range.
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

  /// Returns the indices of reverted commits and of their reverts. A revert that is itself reverted has no effect, so
  /// the search starts at the newest commit. If several reverts quote the same header, each reverts another
  /// commit: the newest one before it that is left.
  private static func reverted(in changes: [Change]) -> Set<Int> {
    guard changes.contains(where: { $0.reversion != nil }) else { return [] }
    let targets = Targets(of: changes)
    var reverted: Set<Int> = []
    // The reverts whose commits are still to be found by their headers, the newest first.
    var reverts: [String: [Int]] = [:]
    for (index, change) in zip(changes.indices, changes) where !reverted.contains(index) {
      if let revert = reverts[change.message.header]?.popLast() {
        reverted.formUnion([index, revert])
        continue
      }
      guard let reversion = change.reversion else { continue }
      switch targets.target(of: reversion, before: index) {
      case .header(let header): reverts[header, default: []].append(index)
      case .commits(let indices):
        let found = indices.filter { !reverted.contains($0) }
        if !found.isEmpty { reverted.formUnion(found + [index]) }
      }
    }
    return reverted
  }
}

/// The commits of a range that a revert in it can refer to, by id, header and pull request.
private struct Targets {
  /// What a revert refers to.
  enum Target {
    /// The indices of commits.
    case commits([Int])
    /// The header of an older commit.
    case header(String)
  }

  /// Sorted ids, for binary search of shortened ones.
  private let ids: [(id: String, index: Int)]
  private let oldestByHeader: [String: Int]
  private let indicesByPullRequest: [String: [Int]]

  init(of changes: [Change]) {
    let reversions = changes.compactMap(\.reversion)
    let starts = Set(reversions.flatMap(\.commits).map { String($0.prefix(7)) })
    let headers = Set(reversions.compactMap(\.header))
    let numbers = Set(reversions.flatMap(\.pullRequests))
    ids = zip(changes.indices, changes).filter { starts.contains($1.commit.id.short) }
      .map { ($1.commit.id.hex, $0) }.sorted { $0.id < $1.id }
    oldestByHeader = changes.indices.reduce(into: [:]) { oldest, index in
      let header = changes[index].message.header
      if headers.contains(header) { oldest[header] = index }
    }
    indicesByPullRequest = changes.indices.reduce(into: [:]) { indices, index in
      guard let number = Self.pullRequest(in: changes[index].message.header), numbers.contains(number) else { return }
      indices[number, default: []].append(index)
    }
  }

  /// Returns the older commits that `reversion` reverts. They are found by their ids; after a squash or rebase by their
  /// header; a pull request by the number at the end of its header.
  func target(of reversion: Reversion, before index: Int) -> Target {
    let byID = reversion.commits.compactMap { self.index(ofID: $0) }.filter { $0 > index }
    if !byID.isEmpty { return .commits(byID) }
    if let header = reversion.header, let oldest = oldestByHeader[header], oldest > index { return .header(header) }
    return .commits(reversion.pullRequests.flatMap { indicesByPullRequest[$0, default: []] }.filter { $0 > index })
  }

  /// Returns the number that a forge appends to the header of a squash: `Do it (#12)`.
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
