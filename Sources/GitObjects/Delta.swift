/// How one object is made from another (gitformat-pack(5), "Deltified representation").
enum Delta {
  /// What `delta` makes of `base`; nil when it does not fit it.
  static func applied(_ delta: UnsafeRawBufferPointer, to base: ObjectBuffer) -> ObjectBuffer? {
    var position = 0
    guard let baseLength = length(delta, &position), baseLength == base.length, let length = length(delta, &position),
      // Each instruction makes at most 16 MiB.
      length >> 24 <= delta.count
    else { return nil }
    let result = ObjectBuffer(base.kind, length: length)
    var written = 0
    while position < delta.count {
      let order = delta[position]
      position += 1
      if order & 0x80 != 0 {
        guard let (offset, count) = copy(order, delta, &position), offset + count <= base.length,
          written + count <= length
        else { return nil }
        (result.storage + written).copyMemory(from: base.storage + offset, byteCount: count)
        written += count
      } else {
        let count = Int(order)
        guard count > 0, position + count <= delta.count, written + count <= length, let start = delta.baseAddress
        else {
          return nil
        }
        (result.storage + written).copyMemory(from: start + position, byteCount: count)
        position += count
        written += count
      }
    }
    return written == length ? result : nil
  }

  /// Which bytes of the base are copied.
  private static func copy(
    _ order: UInt8, _ delta: UnsafeRawBufferPointer, _ position: inout Int
  ) -> (offset: Int, count: Int)? {
    var numbers = 0
    for index in 0..<7 where order & (1 << UInt8(index)) != 0 {
      guard position < delta.count else { return nil }
      numbers |= Int(delta[position]) << (8 * index)
      position += 1
    }
    let count = numbers >> 32
    return (numbers & 0xffff_ffff, count == 0 ? 0x10000 : count)
  }

  private static func length(_ delta: UnsafeRawBufferPointer, _ position: inout Int) -> Int? {
    var length = 0
    var shift = 0
    while position < delta.count, shift < 57 {
      let byte = delta[position]
      position += 1
      length |= Int(byte & 0x7f) << shift
      shift += 7
      if byte & 0x80 == 0 { return length }
    }
    return nil
  }
}
