import MartletCore

extension Array {
  /// Returns the element with the key `key` from elements sorted by their keys' bytes.
  func element(with key: String, of keyOf: (Element) -> String) -> Element? {
    let place = partitioningIndex { !keyOf($0).precedesInBytes(key) }
    return place < count && keyOf(self[place]) == key ? self[place] : nil
  }
}
