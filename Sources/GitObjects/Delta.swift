/// The difference between an object and its base (gitformat-pack(5), "Deltified representation").
enum Delta {
  /// Returns the result of applying `delta` to `base`; nil when they do not fit.
  static func applied(_ delta: ByteView, to base: ObjectBuffer) -> ObjectBuffer? {
    var position = 0
    let source = base.view
    guard let baseLength = length(delta, &position), baseLength == base.length, let length = length(delta, &position),
      // An instruction produces at most 16 MiB.
      length >> 24 <= delta.count
    else { return nil }
    let result = ObjectBuffer(base.kind, length: length)
    var written = 0
    while let instruction = delta.byte(at: position) {
      position += 1
      if instruction & 0x80 != 0 {
        guard let range = copy(instruction, delta, &position), result.write(source, range, at: written) else {
          return nil
        }
        written += range.count
      } else {
        let range = position..<(position + Int(instruction))
        guard !range.isEmpty, result.write(delta, range, at: written) else { return nil }
        position += range.count
        written += range.count
      }
    }
    return written == length ? result : nil
  }

  /// Parses which bytes of the base are copied.
  private static func copy(_ instruction: UInt8, _ delta: ByteView, _ position: inout Int) -> Range<Int>? {
    var numbers = 0
    for index in 0..<7 where instruction & (1 << UInt8(index)) != 0 {
      guard let byte = delta.byte(at: position) else { return nil }
      numbers |= Int(byte) << (8 * index)
      position += 1
    }
    let (offset, count) = (numbers & 0xffff_ffff, numbers >> 32)
    return offset..<(offset + (count == 0 ? 0x10000 : count))
  }

  private static func length(_ delta: ByteView, _ position: inout Int) -> Int? {
    var length = 0
    var shift = 0
    while shift < 57, let byte = delta.byte(at: position) {
      position += 1
      length |= Int(byte & 0x7f) << shift
      shift += 7
      if byte & 0x80 == 0 { return length }
    }
    return nil
  }
}
