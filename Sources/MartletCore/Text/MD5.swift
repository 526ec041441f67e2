/// An incremental MD5 (RFC 1321): Apple's storage host names parts of files by it, and build settings have it as the operator
/// `:__md5`. It protects nothing.
package struct MD5 {
  private var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
  private var rest: [UInt8] = []
  private var length: UInt64 = 0

  private static let shifts: [UInt32] = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]
  private let constants: [UInt32]

  package init() {
    // floor(2^32 * abs(sin(i + 1))), by the sum of angles: the error of a double is far below one unit.
    var (sine, cosine) = (Self.sineOfOne, Self.cosineOfOne)
    var constants: [UInt32] = []
    for _ in 0..<64 {
      constants.append(UInt32(abs(sine) * 4_294_967_296))
      (sine, cosine) = (
        sine * Self.cosineOfOne + cosine * Self.sineOfOne, cosine * Self.cosineOfOne - sine * Self.sineOfOne
      )
    }
    self.constants = constants
  }

  private static let sineOfOne = 0.841_470_984_807_896_506_65
  private static let cosineOfOne = 0.540_302_305_868_139_717_4

  package mutating func append(_ bytes: [UInt8]) {
    length += UInt64(bytes.count)
    let all = rest.isEmpty ? bytes : rest + bytes
    let whole = all.count & ~63
    all.withUnsafeBytes { for start in stride(from: 0, to: whole, by: 64) { compress($0, at: start) } }
    rest = Array(all[whole...])
  }

  /// Returns the digest of `bytes` in lower-case hexadecimal digits.
  package static func hex(of bytes: [UInt8]) -> String {
    var digest = MD5()
    digest.append(bytes)
    return digest.hex()
  }

  /// The digest of all bytes so far, in lower-case hexadecimal digits.
  package func hex() -> String {
    var last = self
    let zeros = (119 - rest.count % 64) % 64
    last.append(
      [0x80] + [UInt8](repeating: 0, count: zeros)
        + (0..<8).map { UInt8(truncatingIfNeeded: (length * 8) >> (8 * UInt64($0))) })
    return last.state.map { $0.byteSwapped.zeroPadded(to: 8, radix: 16) }.joined()
  }

  private mutating func compress(_ bytes: UnsafeRawBufferPointer, at start: Int) {
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    for index in 0..<64 {
      let (mix, place): (UInt32, Int) =
        switch index / 16 {
        case 0: ((b & c) | (~b & d), index)
        case 1: ((d & b) | (~d & c), (5 * index + 1) % 16)
        case 2: (b ^ c ^ d, (3 * index + 5) % 16)
        default: (c ^ (b | ~d), (7 * index) % 16)
        }
      let word = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: start + 4 * place, as: UInt32.self))
      let sum = a &+ mix &+ constants[index] &+ word
      let shift = Self.shifts[index / 16 * 4 + index % 4]
      (a, d, c, b) = (d, c, b, b &+ (sum << shift | sum >> (32 - shift)))
    }
    state = [state[0] &+ a, state[1] &+ b, state[2] &+ c, state[3] &+ d]
  }
}
