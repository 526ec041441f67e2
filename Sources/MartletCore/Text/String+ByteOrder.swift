extension String {
  /// Whether it precedes `other` in byte order, in which git sorts names. `<` compares characters, some of which have
  /// several encodings.
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
    // A string from Objective-C, on Apple's systems, may have other storage.
    return (answer ?? nil) ?? utf8.lexicographicallyPrecedes(other.utf8)
  }
}
