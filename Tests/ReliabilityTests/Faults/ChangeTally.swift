/// The results of a sweep of changes, as tables by act, place and command.
struct ChangeTally {
  private var rows: [String: [String: Int]] = [:]
  private(set) var count = 0
  /// The number of moments that were not reached.
  private(set) var missed = 0
  /// The wrong ends, with everything that was typed.
  var findings: [String] = []

  mutating func add(_ end: ChangeSweep.End?, of lane: SweptLane, _ combination: Combination) {
    guard let end else {
      missed += 1
      return
    }
    count += 1
    for row in [
      "lane: \(lane)", "act: \(combination.act.name)", "place: \(combination.place.rawValue)",
      "command: \(combination.command)",
    ] {
      rows[row, default: [:]][end.rawValue, default: 0] += 1
    }
  }
}

extension ChangeTally: CustomStringConvertible {
  var description: String {
    let ends = ChangeSweep.End.allCases.map(\.rawValue)
    let lines = rows.sorted { $0.key < $1.key }.map { name, counts in
      "  \(name): " + ends.compactMap { end in counts[end].map { "\($0) \(end)" } }.joined(separator: ", ")
    }
    return (["\(count) kills or acts, \(missed) moments not reached"] + lines).joined(separator: "\n")
  }
}
