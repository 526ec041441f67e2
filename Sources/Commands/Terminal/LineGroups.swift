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
    var counts = groups.map(\.count)
    while counts.reduce(0, +) > limit, let longest = counts.indices.max(by: { counts[$0] < counts[$1] }),
      counts[longest] > 2
    {
      counts[longest] -= 1
    }
    return zip(groups, counts).flatMap { lines, count in
      count == lines.count ? lines : Array(lines.prefix(count - 1)) + [rest(lines.count - count + 1)]
    }
  }
}
