extension Collection<String> {
  /// Returns the name most similar to `name`, if it is similar enough.
  ///
  /// The limit is one edit per three characters, where swapping two neighbours is one edit. Of equally similar names
  /// the first in alphabetical order is returned. A text longer than any name has no similar one.
  package func nearest(to name: String) -> String? {
    guard name.utf8.count <= 256 else { return nil }
    let limit = Swift.max(1, name.count / 3)
    return filter { abs($0.count - name.count) <= limit }
      .map { (candidate: $0, distance: editDistance($0.lowercased(), name.lowercased())) }
      .filter { $0.distance <= limit }
      .min { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }?.candidate
  }

  /// Returns the hint for an unknown `name`: the most similar known name; nil if there is none.
  package func suggestion(for name: String) -> String? { nearest(to: name).map { "did you mean `\($0)`?" } }

  /// The elements in back-ticks, separated by commas.
  package var quotedList: String { map { "`\($0)`" }.joined(separator: ", ") }
}

/// Returns the number of insertions, deletions, replacements and swaps of neighbours that turn `left` into `right`.
private func editDistance(_ left: String, _ right: String) -> Int {
  let (left, right) = (Array(left), Array(right))
  var beforePrevious: [Int] = []
  var previous = Array(0...right.count)
  for row in 1..<(left.count + 1) {
    var current = [row]
    for column in 1..<(right.count + 1) {
      let same = left[row - 1] == right[column - 1]
      var best = Swift.min(previous[column] + 1, current[column - 1] + 1, previous[column - 1] + (same ? 0 : 1))
      if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
        best = Swift.min(best, beforePrevious[column - 2] + 1)
      }
      current.append(best)
    }
    (beforePrevious, previous) = (previous, current)
  }
  return previous[right.count]
}
