extension RandomAccessCollection {
  /// Returns the index of the first element that `predicate` holds for, in a collection where it holds for all elements behind
  /// that one; `endIndex` when there is none. It looks at as many elements as the count has binary digits.
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
