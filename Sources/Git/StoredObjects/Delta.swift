import MartletCore

/// The difference between an object and its base (gitformat-pack(5), "Deltified representation").
enum Delta {
  /// More bytes than the two lengths at the start of a delta need.
  static let maximumHead = 20

  /// Returns the length of the result of a delta that begins with `head`; nil when it is invalid.
  static func resultLength(in head: [UInt8]) -> Int? {
    var position = 0
    guard length(&position, { head.byte(at: $0) }) != nil else { return nil }
    return length(&position) { head.byte(at: $0) }
  }

  /// Returns the result of applying `delta` to `base`.
  ///
  /// - Throws: `Refusal` when they do not fit, or the result does not fit into memory.
  static func applied(_ delta: ByteView, to base: ObjectBuffer) throws(Refusal) -> ObjectBuffer {
    let unfit = Refusal("its delta does not match its base")
    var position = 0
    let source = base.view
    guard let baseLength = length(&position, delta.byte(at:)), baseLength == base.length,
      let length = length(&position, delta.byte(at:)),
      // An instruction produces at most 16 MiB.
      length >> 24 <= delta.count
    else { throw unfit }
    let result = try ObjectBuffer(base.kind, length: length)
    var written = 0
    while let instruction = delta.byte(at: position) {
      position += 1
      if instruction & 0x80 != 0 {
        guard let range = copy(instruction, delta, &position), result.write(source, range, at: written) else {
          throw unfit
        }
        written += range.count
      } else {
        let range = position..<(position + Int(instruction))
        guard !range.isEmpty, result.write(delta, range, at: written) else { throw unfit }
        position += range.count
        written += range.count
      }
    }
    guard written == length else { throw unfit }
    return result
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

  private static func length(_ position: inout Int, _ byte: (Int) -> UInt8?) -> Int? {
    var length = 0
    var shift = 0
    while shift < 57, let byte = byte(position) {
      position += 1
      length |= Int(byte & 0x7f) << shift
      shift += 7
      if byte & 0x80 == 0 { return length }
    }
    return nil
  }
}
