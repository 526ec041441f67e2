import Versioning

/// A walk from one commit back to others that do not count, nor what leads to these: `limit_list` and
/// `sort_in_topological_order` of git's revision.c and commit.c, so that what is found, and in what order, is what
/// `git rev-list --date-order` lists.
struct RangeWalk {
  private struct Mark: OptionSet {
    let rawValue: UInt8
    static let seen = Mark(rawValue: 1)
    static let excluded = Mark(rawValue: 2)
    static let queued = Mark(rawValue: 4)
  }

  /// How far git goes on when nothing in sight counts any more: clocks are not all right.
  private static let slop = 5

  private let ancestry: Ancestry
  private var queue = CommitQueue()
  private var marks: [Mark] = []
  /// How many in the queue are not excluded.
  private var countedCount = 0
  private var found: [Int] = []

  init(_ ancestry: Ancestry, from start: ObjectID, notFrom others: [ObjectID]) throws(GitError) {
    self.ancestry = ancestry
    see(try ancestry.number(of: start))
    for other in others {
      let number = try ancestry.number(of: other)
      exclude(number)
      see(number)
    }
    try run()
  }

  private mutating func run() throws(GitError) {
    var (slop, time) = (Self.slop, Int64.max)
    while let number = queue.popFirst() {
      marks[number].remove(.queued)
      let isExcluded = marks[number].contains(.excluded)
      if !isExcluded { countedCount -= 1 }
      for place in ancestry.parentPlaces(number) {
        let parent = ancestry.parent(at: place)
        if isExcluded {
          // What is missing there is missed by nobody.
          _ = try? ancestry.load(parent)
          guard ancestry.isLoaded(parent) else { continue }
          exclude(parent)
          see(parent)
          continue
        }
        let bytes = try ancestry.load(parent)
        if let bytes, !mark(parent).contains(.excluded) { ancestry.keep(bytes, of: parent) }
        see(parent)
      }
      if isExcluded {
        slop = isDecided(by: time) ? slop - 1 : Self.slop
        if slop == 0 { return }
      } else {
        time = ancestry.time(number)
        found.append(number)
      }
    }
  }

  /// Whether it seems that nothing more is to be found: `still_interesting` of git, the other way round.
  private func isDecided(by time: Int64) -> Bool {
    guard let next = queue.time else { return true }
    return time > next && countedCount == 0
  }

  /// Takes a commit up that is seen for the first time.
  private mutating func see(_ number: Int) {
    guard !mark(number).contains(.seen) else { return }
    marks[number].formUnion([.seen, .queued])
    if !marks[number].contains(.excluded) { countedCount += 1 }
    queue.insert(number, at: ancestry.time(number))
  }

  private mutating func mark(_ number: Int) -> Mark {
    if number >= marks.count { marks += Array(repeating: [], count: max(ancestry.count, number + 1) - marks.count) }
    return marks[number]
  }

  /// Excludes a commit, and of its ancestors those that are known by now.
  private mutating func exclude(_ number: Int) {
    var next = [number]
    while let number = next.popLast() {
      let mark = mark(number)
      guard !mark.contains(.excluded) else { continue }
      marks[number].insert(.excluded)
      if mark.contains(.queued) { countedCount -= 1 }
      for place in ancestry.parentPlaces(number) { next.append(ancestry.parent(at: place)) }
    }
  }

  /// The numbers of the commits that count, children before their parents, otherwise the youngest first.
  func commits() -> [Int] {
    let found = found.filter { !marks[$0].contains(.excluded) }
    // How many children are yet to come, and one more.
    var waiting = [Int32](repeating: 0, count: ancestry.count)
    for number in found { waiting[number] = 1 }
    for number in found {
      for place in ancestry.parentPlaces(number) {
        let parent = ancestry.parent(at: place)
        if waiting[parent] > 0 { waiting[parent] += 1 }
      }
    }
    var queue = CommitQueue()
    for number in found where waiting[number] == 1 { queue.insert(number, at: ancestry.time(number)) }
    var sorted: [Int] = []
    sorted.reserveCapacity(found.count)
    while let number = queue.popFirst() {
      sorted.append(number)
      for place in ancestry.parentPlaces(number) {
        let parent = ancestry.parent(at: place)
        guard waiting[parent] > 0 else { continue }
        waiting[parent] -= 1
        if waiting[parent] == 1 { queue.insert(parent, at: ancestry.time(parent)) }
      }
    }
    return sorted
  }
}
