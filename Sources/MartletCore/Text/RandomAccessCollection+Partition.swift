extension RandomAccessCollection {
  /// Returns the index of the first element that satisfies `predicate`; `endIndex` if none does. All elements after it
  /// must satisfy it, too. Complexity: O(log n).
  package func partitioningIndex(where predicate: (Element) -> Bool) -> Index {
    var (start, count) = (startIndex, count)
    while count > 0 {
      let middle = index(start, offsetBy: count / 2)
      if predicate(self[middle]) {
        count /= 2
      } else {
        start = index(after: middle)
        count -= count / 2 + 1
      }
    }
    return start
  }
}
