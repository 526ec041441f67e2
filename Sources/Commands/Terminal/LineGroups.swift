/// Lines of a text in groups, such as one line for each release, that can be shortened.
struct LineGroups {
  private let groups: [[String]]

  init(_ groups: [[String]]) {
    self.groups = groups
  }

  /// Returns all lines; above `limit`, the longest groups are shortened, each to two lines at least.
  ///
  /// - Parameter rest: Returns the last line of a shortened group, for the number of the lines that are left out.
  func lines(upTo limit: Int, rest: (Int) -> String) -> [String] {
    var counts: [Int] = groups.map { $0.count }
    var total = counts.reduce(0, +)
    while total > limit {
      guard let longest = counts.indices.max(by: { (counts[$0], $1) < (counts[$1], $0) }), counts[longest] > 2 else {
        break
      }
      counts[longest] -= 1
      total -= 1
    }
    var lines: [String] = []
    for (group, count) in zip(groups, counts) {
      if count == group.count {
        lines += group
      } else {
        lines += group.prefix(count - 1)
        lines.append(rest(group.count - count + 1))
      }
    }
    return lines
  }
}
