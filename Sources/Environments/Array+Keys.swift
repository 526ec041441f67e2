import TextEditing

extension Array {
  /// The element whose key is `key`, where the elements are in the order of their keys' bytes.
  func element(with key: String, of keyOf: (Element) -> String) -> Element? {
    let place = partitioningIndex { !keyOf($0).precedesInBytes(key) }
    return place < count && keyOf(self[place]) == key ? self[place] : nil
  }
}
