/// Tells whether a commit leads to another one: `paint_down_to_common` of git's commit-reach.c. Ancestors of both are not
/// looked behind.
struct AncestorWalk {
  private struct Mark: OptionSet {
    let rawValue: UInt8
    /// It leads to the descendant.
    static let ancestor = Mark(rawValue: 1)
    /// It leads to the candidate.
    static let below = Mark(rawValue: 2)
    static let queued = Mark(rawValue: 4)
    static let both: Mark = [.ancestor, .below]
  }

  private let ancestry: Ancestry
  private var queue = CommitQueue()
  private var marks: [Mark] = []
  /// How many in the queue are on one side only.
  private var openCount = 0

  init(_ ancestry: Ancestry) {
    self.ancestry = ancestry
  }

  /// Whether `candidate` leads to `descendant`, or is it; both have been loaded.
  mutating func leads(from candidate: Int, to descendant: Int) throws(GitError) -> Bool {
    // What is no deeper than a commit has none of it above.
    let floor = ancestry.generation(candidate) ?? 0
    add(.ancestor, to: descendant)
    add(.below, to: candidate)
    while openCount > 0, !known(candidate).contains(.ancestor), let number = queue.popFirst() {
      marks[number].remove(.queued)
      let mark = marks[number]
      if mark != .both { openCount -= 1 }
      for place in ancestry.parentPlaces(number) {
        let parent = ancestry.parent(at: place)
        guard !known(parent).isSuperset(of: mark) else { continue }
        let bytes = try ancestry.load(parent)
        // What leads to one side alone is mostly asked for next.
        if let bytes, mark == .ancestor { ancestry.keep(bytes, of: parent) }
        if let generation = ancestry.generation(parent), generation < floor { continue }
        add(mark, to: parent)
      }
    }
    return known(candidate).contains(.ancestor)
  }

  private mutating func add(_ mark: Mark, to number: Int) {
    let old = known(number)
    marks[number].formUnion(mark)
    let isOpen = !marks[number].isSuperset(of: .both)
    if old.contains(.queued) {
      if !isOpen, !old.isSuperset(of: .both) { openCount -= 1 }
      return
    }
    marks[number].insert(.queued)
    if isOpen { openCount += 1 }
    queue.insert(number, at: ancestry.time(number))
  }

  private mutating func known(_ number: Int) -> Mark {
    if number >= marks.count { marks += Array(repeating: [], count: max(ancestry.count, number + 1) - marks.count) }
    return marks[number]
  }
}
