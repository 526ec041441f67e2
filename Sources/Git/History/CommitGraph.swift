import MartletCore

/// Commits with their parents, as numbers in the order of a listing of git.
struct CommitGraph {
  private let numbers: [ObjectID: Int32]
  /// The numbers of all parents, those of one commit after those of the commit before; nil for a parent that is not listed.
  private let parents: [Int32?]
  /// The end of each commit's parents.
  private let ends: [Int]
  /// Whether every commit is listed before its parents.
  private let isSorted: Bool

  /// Parses lines of ids: a commit, then its parents.
  init(_ listing: [UInt8], isSorted: Bool) {
    var numbers: [ObjectID: Int32] = [:]
    var parentIDs: [ObjectID] = []
    var ends: [Int] = []
    for line in listing.split(separator: .lineFeed) {
      let ids = line.split(separator: .space).compactMap { ObjectID(String(decoding: $0, as: UTF8.self)) }
      guard let commit = ids.first else { continue }
      numbers[commit] = Int32(ends.count)
      parentIDs += ids.dropFirst()
      ends.append(parentIDs.count)
    }
    (self.numbers, self.ends, self.isSorted) = (numbers, ends, isSorted)
    parents = parentIDs.map { numbers[$0] }
  }

  /// Whether `commit` is listed.
  func contains(_ commit: ObjectID) -> Bool { numbers[commit] != nil }

  /// The listed ancestors of a commit, including itself.
  struct Ancestors {
    /// By number.
    fileprivate let isReached: [Bool]
    /// Whether no ancestor is missing in the list.
    let isComplete: Bool
  }

  /// Returns the listed ancestors of `commit`.
  ///
  /// - Parameter target: The only one that matters: the search ends there, and visits none below it.
  func ancestors(of commit: ObjectID, downTo target: ObjectID? = nil) -> Ancestors {
    var isReached = [Bool](repeating: false, count: ends.count)
    var isComplete = numbers[commit] != nil
    let end = target.map { numbers[$0] } ?? nil
    let last = isSorted && target != nil ? end ?? -1 : Int32.max
    var open = [numbers[commit]].compactMap(\.self)
    while let number = open.popLast(), end.map({ !isReached[Int($0)] }) ?? true {
      guard number <= last, !isReached[Int(number)] else { continue }
      isReached[Int(number)] = true
      for parent in parents[(number == 0 ? 0 : ends[Int(number) - 1])..<ends[Int(number)]] {
        if let parent { open.append(parent) } else { isComplete = false }
      }
    }
    return Ancestors(isReached: isReached, isComplete: isComplete)
  }

  /// Returns whether `candidate` is one of `ancestors`.
  func contains(_ candidate: ObjectID, in ancestors: Ancestors) -> Bool {
    numbers[candidate].map { ancestors.isReached[Int($0)] } ?? false
  }
}
