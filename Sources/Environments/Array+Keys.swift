import TextEditing

extension Array {
  /// The element whose key is `key`, where the elements are in the order of their keys' bytes.
  func element(with key: String, of keyOf: (Element) -> String) -> Element? {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if keyOf(self[middle]).precedesInBytes(key) { low = middle + 1 } else { high = middle }
    }
    return low < count && keyOf(self[low]) == key ? self[low] : nil
  }
}
