/// The digest by which git names objects (FIPS 180-4, section 6.1).
struct SHA1 {
  private var state: (UInt32, UInt32, UInt32, UInt32, UInt32) = (
    0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0
  )

  /// Returns the 20 bytes of the digest of `head` and the contents that follow it.
  static func digest(of head: [UInt8], _ contents: ByteView) -> [UInt8] {
    var digest = SHA1()
    let length = head.count + contents.count
    // The first block contains the head; the last ones end with a mark and the length in bits.
    let padding = [0x80] + [UInt8](repeating: 0, count: (119 - length % 64) % 64)
    let bitCount = UInt64(length) * 8
    let tail = padding + (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
    var words = [UInt32](repeating: 0, count: 80)
    for start in stride(from: 0, to: length + tail.count, by: 64) {
      for word in 0..<16 {
        let offset = start + 4 * word - head.count
        if let whole = contents.word(at: offset) {
          words[word] = UInt32(whole)
        } else {
          words[word] = (0..<4).reduce(0) { value, index in
            let place = offset + index
            let byte =
              place < 0 ? head[head.count + place] : contents.byte(at: place) ?? tail[place - contents.count]
            return value << 8 | UInt32(byte)
          }
        }
      }
      digest.add(&words)
    }
    let (a, b, c, d, e) = digest.state
    return [a, b, c, d, e].flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (24 - 8 * UInt32($0))) } }
  }

  private mutating func add(_ words: inout [UInt32]) {
    for index in 16..<80 {
      let mixed = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
      words[index] = mixed << 1 | mixed >> 31
    }
    var (a, b, c, d, e) = state
    for index in 0..<80 {
      let (mix, constant): (UInt32, UInt32) =
        switch index {
        case ..<20: (b & c | ~b & d, 0x5a82_7999)
        case ..<40: (b ^ c ^ d, 0x6ed9_eba1)
        case ..<60: (b & c | b & d | c & d, 0x8f1b_bcdc)
        default: (b ^ c ^ d, 0xca62_c1d6)
        }
      let next = (a << 5 | a >> 27) &+ mix &+ e &+ constant &+ words[index]
      (a, b, c, d, e) = (next, a, b << 30 | b >> 2, c, d)
    }
    state = (state.0 &+ a, state.1 &+ b, state.2 &+ c, state.3 &+ d, state.4 &+ e)
  }
}
