extension [UInt8] {
  /// Appends the low `count` bytes of `number`, the lowest first, as in zip archives.
  mutating func append(_ number: UInt64, bytes count: Int) {
    var rest = number
    for _ in 0..<count {
      append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }
}
