extension String {
  /// Whether it comes before `other` in the order of their bytes, in which git sorts names; `<` compares letters, of which some
  /// can be spelt in several ways.
  package func precedesInBytes(_ other: String) -> Bool {
    func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Bool {
      for index in 0..<min(left.count, right.count) where left[index] != right[index] {
        return left[index] < right[index]
      }
      return left.count < right.count
    }
    let answer = utf8.withContiguousStorageIfAvailable { left in
      other.utf8.withContiguousStorageIfAvailable { order(left, $0) }
    }
    // What has come from Objective-C, on Apple's systems, may lie elsewhere.
    return (answer ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
