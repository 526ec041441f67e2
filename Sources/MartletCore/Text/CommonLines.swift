/// The common lines of two lists, found by the greedy algorithm of E. W. Myers, "An O(ND) Difference Algorithm and Its
/// Variations" (1986).
struct CommonLines {
  typealias Line = ArraySlice<UInt8>

  private let old: [Line]
  private let new: [Line]

  init(of old: [Line], and new: [Line]) {
    self.old = old
    self.new = new
  }

  /// Returns the indices of a longest common subsequence, in order.
  ///
  /// - Returns: Nothing if more than `limit` lines were removed and inserted. Time and memory are quadratic in that
  ///   number, and no reader reads a difference of that size line by line.
  func pairs(limit: Int = 2_000) -> [(old: Int, new: Int)] {
    var furthest = DiffFrontier(count: 1)
    var history: [DiffFrontier] = []
    for distance in 0...min(limit, old.count + new.count) {
      history.append(furthest)
      var next = DiffFrontier(count: distance + 1)
      for diagonal in stride(from: -distance, through: distance, by: 2) {
        let row = slide(from: distance == 0 ? 0 : furthest.step(to: diagonal, distance: distance).row, on: diagonal)
        next[diagonal] = row
        if row >= old.count, row - diagonal >= new.count { return pairs(along: history) }
      }
      furthest = next
    }
    return []
  }

  /// Returns the row after all equal lines from `row` on.
  private func slide(from row: Int, on diagonal: Int) -> Int {
    var row = row
    while row < old.count, row - diagonal < new.count, old[row] == new[row - diagonal] { row += 1 }
    return row
  }

  /// Walks back from the end to the start, one removal or insertion for each entry of `history`.
  private func pairs(along history: [DiffFrontier]) -> [(old: Int, new: Int)] {
    var pairs: [(old: Int, new: Int)] = []
    var (row, column) = (old.count, new.count)
    for (distance, furthest) in history.enumerated().reversed() {
      let step = distance == 0 ? (row: 0, origin: 0) : furthest.step(to: row - column, distance: distance)
      while row > step.row {
        (row, column) = (row - 1, column - 1)
        pairs.append((row, column))
      }
      guard distance > 0 else { break }
      row = furthest[step.origin]
      column = row - step.origin
    }
    return pairs.reversed()
  }
}

/// The furthest row reached on each diagonal (row minus column) after a number of removals and insertions. Each number
/// reaches every other diagonal.
private struct DiffFrontier {
  private var rows: [Int]

  /// - Parameter count: The number of diagonals.
  init(count: Int) {
    rows = Array(repeating: 0, count: count)
  }

  subscript(diagonal: Int) -> Int {
    get { rows[(diagonal + rows.count - 1) / 2] }
    set { rows[(diagonal + rows.count - 1) / 2] = newValue }
  }

  /// Returns the row on `diagonal` after the better of the two last steps, a removal or an insertion, and the previous
  /// diagonal.
  func step(to diagonal: Int, distance: Int) -> (row: Int, origin: Int) {
    let comesFromAbove = diagonal == distance || (diagonal != -distance && self[diagonal - 1] >= self[diagonal + 1])
    return comesFromAbove
      ? (self[diagonal - 1] + 1, diagonal - 1) : (self[diagonal + 1], diagonal + 1)
  }
}
