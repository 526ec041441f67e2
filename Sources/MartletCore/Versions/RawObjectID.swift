/// The 20 bytes of an object's id, as in trees and packs: for work with very many objects.
package struct RawObjectID: Hashable, Sendable {
  private let first: UInt64
  private let second: UInt64
  private let third: UInt32

  /// The length of an id in bytes.
  package static let byteCount = 20

  /// The id of no object.
  package static let zero = RawObjectID()

  private init() { (first, second, third) = (0, 0, 0) }

  /// Ids are hashes already.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(first)
  }

  /// Reads the 20 bytes at `bytes`.
  package init(_ bytes: UnsafeRawPointer) {
    first = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    second = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    third = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
  }

  /// Reads the id at `offset` in `bytes`; nil if they end before.
  package init?(in bytes: [UInt8], at offset: Int) {
    guard offset >= 0, offset <= bytes.count - Self.byteCount else { return nil }
    func word(_ range: Range<Int>) -> UInt64 {
      bytes[offset + range.lowerBound..<offset + range.upperBound].reduce(0) { $0 << 8 | UInt64($1) }
    }
    (first, second, third) = (word(0..<8), word(8..<16), UInt32(truncatingIfNeeded: word(16..<20)))
  }

  /// Converts `id`; nil unless it has 40 digits.
  package init?(_ id: ObjectID) {
    guard let raw = id.raw else { return nil }
    self = raw
  }

  /// Parses 40 hexadecimal digits; nil for any other text.
  package init?(digits: String.UTF8View) {
    guard digits.count == 40 else { return nil }
    var (first, second, third): (UInt64, UInt64, UInt32) = (0, 0, 0)
    for (index, digit) in digits.enumerated() {
      let value: UInt8
      switch digit {
      case 0x30...0x39: value = digit - 0x30
      case 0x41...0x46: value = digit - 0x37
      case 0x61...0x66: value = digit - 0x57
      default: return nil
      }
      switch index {
      case 0..<16: first = first << 4 | UInt64(value)
      case 16..<32: second = second << 4 | UInt64(value)
      default: third = third << 4 | UInt32(value)
      }
    }
    (self.first, self.second, self.third) = (first, second, third)
  }

  /// The 20 bytes.
  package var bytes: [UInt8] {
    (0..<Self.byteCount).map(byte)
  }

  private func byte(_ index: Int) -> UInt8 {
    switch index {
    case 0..<8: UInt8(truncatingIfNeeded: first &>> UInt64(56 - 8 * index))
    case 8..<16: UInt8(truncatingIfNeeded: second &>> UInt64(120 - 8 * index))
    default: UInt8(truncatingIfNeeded: third &>> UInt32(152 - 8 * index))
    }
  }

  /// 40 lower-case hexadecimal digits.
  package var hex: String { digits(40) }

  /// The first seven digits.
  var short: String { digits(7) }

  private func digits(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { digits in
      for index in 0..<count {
        let byte = byte(index / 2)
        digits[index] = Self.digit(index % 2 == 0 ? byte >> 4 : byte & 15)
      }
      return count
    }
  }

  /// The id as an `ObjectID`.
  package var objectID: ObjectID { ObjectID(self) }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}

extension RawObjectID: Comparable {
  /// Compares bytes, the sort order of pack indices.
  package static func < (left: RawObjectID, right: RawObjectID) -> Bool {
    (left.first, left.second, left.third) < (right.first, right.second, right.third)
  }
}

extension RawObjectID: CustomStringConvertible {
  package var description: String { hex }
}
