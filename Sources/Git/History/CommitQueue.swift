/// Commits by their numbers, the youngest first; of two of the same time, the one that came first.
struct CommitQueue {
  private struct Item {
    let time: Int64
    let turn: Int
    let number: Int

    func isBefore(_ other: Item) -> Bool { time == other.time ? turn < other.turn : time > other.time }
  }

  /// A heap: none is after the two at twice its index and one or two more.
  private var items: [Item] = []
  private var turns = 0

  /// The time of the next one; nil when there is none.
  var time: Int64? { items.first?.time }

  mutating func insert(_ number: Int, at time: Int64) {
    let item = Item(time: time, turn: turns, number: number)
    turns += 1
    var index = items.count
    items.append(item)
    while index > 0 {
      let parent = (index - 1) / 2
      guard item.isBefore(items[parent]) else { break }
      items[index] = items[parent]
      index = parent
    }
    items[index] = item
  }

  mutating func popFirst() -> Int? {
    guard let first = items.first, let last = items.popLast() else { return nil }
    guard !items.isEmpty else { return first.number }
    var index = 0
    while true {
      var child = 2 * index + 1
      guard child < items.count else { break }
      if child + 1 < items.count, items[child + 1].isBefore(items[child]) { child += 1 }
      guard items[child].isBefore(last) else { break }
      items[index] = items[child]
      index = child
    }
    items[index] = last
    return first.number
  }
}
