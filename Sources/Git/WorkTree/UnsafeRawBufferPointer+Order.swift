import Libc

extension UnsafeRawBufferPointer {
  /// Less than 0 when these bytes come before `other`, 0 when they are the same, otherwise more.
  func order(_ other: UnsafeRawBufferPointer) -> Int {
    let common = Swift.min(count, other.count)
    if common > 0, let left = baseAddress, let right = other.baseAddress {
      let order = memcmp(left, right, common)
      if order != 0 { return Int(order) }
    }
    return count - other.count
  }
}
