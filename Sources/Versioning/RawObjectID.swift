/// The 20 bytes of an object's id, as trees and packs hold them: for work with very many objects.
package struct RawObjectID: Hashable, Sendable {
  private let first: UInt64
  private let second: UInt64
  private let third: UInt32

  /// The id whose bytes begin at `bytes`, of which there are 20 or more.
  package init(_ bytes: UnsafeRawPointer) {
    first = UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self))
    second = UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
    third = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: 16, as: UInt32.self))
  }

  /// The id that `id` spells; nil when it is not one of 40 digits.
  package init?(_ id: ObjectID) {
    guard id.hex.utf8.count == 40 else { return nil }
    var nibbles = id.hex.utf8.makeIterator()
    let bytes = (0..<20).map { _ in UInt8((nibbles.nextDigit() << 4) | nibbles.nextDigit()) }
    self = bytes.withUnsafeBytes { bytes in
      bytes.baseAddress.map(RawObjectID.init) ?? RawObjectID()
    }
  }

  private init() {
    (first, second, third) = (0, 0, 0)
  }

  /// The 20 bytes.
  package var bytes: [UInt8] {
    withUnsafeBytes(of: (first.bigEndian, second.bigEndian, third.bigEndian)) { Array($0.prefix(20)) }
  }

  /// The first byte, by which indices are divided.
  package var firstByte: UInt8 { UInt8(truncatingIfNeeded: first >> 56) }

  /// Where this id is in a sorted table of ids at `table`, of which only those in `range` are looked at; nil when it is not.
  package func position(in table: UnsafeRawPointer, among range: Range<Int>) -> Int? {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      let found = RawObjectID(table + middle * 20)
      if found == self { return middle }
      if found < self { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// 40 lower-case hexadecimal digits.
  package var hex: String {
    String(unsafeUninitializedCapacity: 40) { digits in
      for (index, byte) in bytes.enumerated() {
        digits[2 * index] = Self.digit(byte >> 4)
        digits[2 * index + 1] = Self.digit(byte & 15)
      }
      return 40
    }
  }

  /// The id as it is written elsewhere.
  package var objectID: ObjectID {
    guard let id = ObjectID(hex) else { preconditionFailure("20 bytes are 40 digits") }
    return id
  }

  private static func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x57 + value }
}

extension RawObjectID: Comparable {
  /// The order of the bytes, in which the indices of packs are sorted.
  package static func < (left: RawObjectID, right: RawObjectID) -> Bool {
    (left.first, left.second, left.third) < (right.first, right.second, right.third)
  }
}

extension RawObjectID: CustomStringConvertible {
  package var description: String { hex }
}

extension String.UTF8View.Iterator {
  /// The value of a hexadecimal digit, which an id is made of.
  fileprivate mutating func nextDigit() -> Int {
    guard let byte = next() else { return 0 }
    return byte <= UInt8(ascii: "9") ? Int(byte) - 0x30 : Int(byte | 0x20) - 0x57
  }
}
