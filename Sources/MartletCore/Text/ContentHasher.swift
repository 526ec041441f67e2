/// An incremental SHA-256 (FIPS 180-4, section 6.2).
package struct ContentHasher: Sendable {
  private var state: SIMD8<UInt32> = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// The bytes of an incomplete block.
  private var rest: [UInt8] = []
  private var length: UInt64 = 0

  package init() {}

  package mutating func append(_ bytes: ArraySlice<UInt8>) {
    length += UInt64(bytes.count)
    var bytes = bytes
    if !rest.isEmpty {
      let missing = bytes.prefix(64 - rest.count)
      rest += missing
      bytes = bytes.dropFirst(missing.count)
      guard rest.count == 64 else { return }
      compress(rest[...])
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.prefix(bytes.count & ~63)
    compress(whole)
    rest += bytes.dropFirst(whole.count)
  }

  /// Returns the digest of all bytes so far.
  package func digest() -> ContentDigest {
    var last = self
    let zeros = (119 - rest.count % 64) % 64
    let tail =
      [0x80] + [UInt8](repeating: 0, count: zeros)
      + (0..<8).map { UInt8(truncatingIfNeeded: (length * 8) >> (56 - 8 * UInt64($0))) }
    last.append(tail[...])
    return ContentDigest(words: last.state)
  }

  /// Processes whole blocks.
  private mutating func compress(_ blocks: ArraySlice<UInt8>) {
    var total = state
    blocks.withUnsafeBytes { blocks in
      guard let start = blocks.baseAddress else { return }
      Self.constants.withUnsafeBufferPointer { constants in
        withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { words in
          for offset in stride(from: 0, to: blocks.count, by: 64) {
            Self.expand(start + offset, into: words)
            total = Self.rounds(total, words, constants)
          }
        }
      }
    }
    state = total
  }

  @inline(__always)
  private static func expand(_ block: UnsafeRawPointer, into words: UnsafeMutableBufferPointer<UInt32>) {
    for index in 0..<16 {
      words[index] = UInt32(bigEndian: block.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self))
    }
    for index in 16..<64 {
      let (first, last) = (words[index &- 15], words[index &- 2])
      let small = first.rotated(7) ^ first.rotated(18) ^ (first &>> 3)
      let large = last.rotated(17) ^ last.rotated(19) ^ (last &>> 10)
      words[index] = words[index &- 16] &+ small &+ words[index &- 7] &+ large
    }
  }

  @inline(__always)
  private static func rounds(
    _ state: SIMD8<UInt32>, _ words: UnsafeMutableBufferPointer<UInt32>, _ constants: UnsafeBufferPointer<UInt32>
  ) -> SIMD8<UInt32> {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    // Eight at a time, after which every variable has its own name again: moving them in each round takes longer than
    // the round.
    for index in stride(from: 0, to: 64, by: 8) {
      func sum(_ offset: Int) -> UInt32 { constants[index &+ offset] &+ words[index &+ offset] }
      round(a, b, c, &d, e, f, g, &h, sum(0))
      round(h, a, b, &c, d, e, f, &g, sum(1))
      round(g, h, a, &b, c, d, e, &f, sum(2))
      round(f, g, h, &a, b, c, d, &e, sum(3))
      round(e, f, g, &h, a, b, c, &d, sum(4))
      round(d, e, f, &g, h, a, b, &c, sum(5))
      round(c, d, e, &f, g, h, a, &b, sum(6))
      round(b, c, d, &e, f, g, h, &a, sum(7))
    }
    return state &+ SIMD8(a, b, c, d, e, f, g, h)
  }

  /// A round, after which `d` is what the standard calls `e`, and `h` what it calls `a`.
  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32, _ h: inout UInt32,
    _ sum: UInt32
  ) {
    h = h &+ (e.rotated(6) ^ e.rotated(11) ^ e.rotated(25)) &+ (g ^ (e & (f ^ g))) &+ sum
    d = d &+ h
    h = h &+ (a.rotated(2) ^ a.rotated(13) ^ a.rotated(22)) &+ ((a & b) | (c & (a | b)))
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

extension UInt32 {
  @inline(__always)
  fileprivate func rotated(_ count: UInt32) -> UInt32 { self &>> count | self &<< (32 &- count) }
}
