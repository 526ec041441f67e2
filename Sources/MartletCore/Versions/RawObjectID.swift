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
    let id = bytes.withUnsafeBytes { bytes in bytes.baseAddress.map { RawObjectID($0 + offset) } }
    guard let id else { return nil }
    self = id
  }

  /// Converts `id`; nil unless it has 40 digits.
  package init?(_ id: ObjectID) {
    guard let raw = id.raw else { return nil }
    self = raw
  }

  /// Parses 40 hexadecimal digits; nil for any other text.
  package init?(digits: UnsafeRawBufferPointer) {
    guard digits.count == 40, let first = Self.word(digits, 0..<16), let second = Self.word(digits, 16..<32),
      let third = Self.word(digits, 32..<40)
    else { return nil }
    (self.first, self.second, self.third) = (first, second, UInt32(truncatingIfNeeded: third))
  }

  private static func word(_ digits: UnsafeRawBufferPointer, _ places: Range<Int>) -> UInt64? {
    var word: UInt64 = 0
    for place in places {
      let digit = digits[place]
      switch digit {
      case 0x30...0x39: word = word << 4 | UInt64(digit - 0x30)
      case 0x41...0x46: word = word << 4 | UInt64(digit - 0x37)
      case 0x61...0x66: word = word << 4 | UInt64(digit - 0x57)
      default: return nil
      }
    }
    return word
  }

  /// The 20 bytes.
  package var bytes: [UInt8] {
    withUnsafeBytes(of: (first.bigEndian, second.bigEndian, third.bigEndian)) { Array($0.prefix(20)) }
  }

  /// The first byte, which partitions indices.
  package var firstByte: UInt8 { UInt8(truncatingIfNeeded: first >> 56) }

  /// 40 lower-case hexadecimal digits.
  package var hex: String { digits(40) }

  /// The first seven digits.
  var short: String { digits(7) }

  private func digits(_ count: Int) -> String {
    String(unsafeUninitializedCapacity: count) { digits in
      withUnsafeBytes(of: (first.bigEndian, second.bigEndian, third.bigEndian)) { bytes in
        for index in 0..<count {
          let byte = bytes[index / 2]
          digits[index] = Self.digit(index % 2 == 0 ? byte >> 4 : byte & 15)
        }
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
