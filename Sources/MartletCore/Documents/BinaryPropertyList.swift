/// Parses a binary property list, as Xcode writes into apps.
///
/// Source: the comment in `CFBinaryPList.c` of apple/swift-corelibs-foundation: `bplist00`, objects, a table of their offsets,
/// and a trailer of 32 bytes. Hostile lists are bounded: a list that contains itself is too deep, and the values of the
/// result and their bytes are counted, because shared objects can multiply.
package struct BinaryPropertyList {
  private static let greatestDepth = 64
  private static let greatestCount = 200_000
  private static let greatestSize = 64 << 20

  private let bytes: [UInt8]
  private let offsetSize: Int
  private let referenceSize: Int
  private var count = 0
  private var table = 0
  private var left = greatestCount
  private var bytesLeft = greatestSize

  /// Returns the value of a property list, binary or in XML; nil for invalid ones.
  package static func value(of bytes: [UInt8]) -> DocumentValue? {
    if bytes.starts(with: "bplist".utf8) {
      guard var list = BinaryPropertyList(bytes), let top = list.number(at: bytes.count - 16, 8) else { return nil }
      return list.value(of: top, depth: 0)
    }
    guard let path = RelativePath("Info.plist"), let source = try? SourceText(path: path, fileBytes: bytes) else {
      return nil
    }
    return try? DocumentFormat.propertyList.value(of: source)
  }

  private init?(_ bytes: [UInt8]) {
    guard bytes.count >= 40, bytes.starts(with: "bplist0".utf8) else { return nil }
    self.bytes = bytes
    let trailer = bytes.count - 32
    (offsetSize, referenceSize) = (Int(bytes[trailer + 6]), Int(bytes[trailer + 7]))
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize), let count = number(at: trailer + 8, 8),
      let table = number(at: trailer + 24, 8), table <= trailer, count <= (trailer - table) / offsetSize
    else { return nil }
    (self.count, self.table) = (count, table)
  }

  /// The number in `size` bytes, the highest first.
  private func number(at offset: Int, _ size: Int) -> Int? {
    bits(at: offset, size, before: bytes.count).flatMap { Int(exactly: $0) }
  }

  private mutating func value(of object: Int, depth: Int) -> DocumentValue? {
    left -= 1
    guard left >= 0, depth <= Self.greatestDepth, object < count,
      let offset = number(at: table + object * offsetSize, offsetSize), offset < table
    else { return nil }
    let (kind, low) = (bytes[offset] >> 4, Int(bytes[offset] & 15))
    var span = offset..<offset + 1
    var content: DocumentValue.Content?
    switch kind {
    case 0: content = [0: .word("null"), 8: .word("false"), 9: .word("true")][low]
    case 1:
      guard low <= 4, offset + 1 + 1 << low <= table else { return nil }
      // Eight bytes are signed; sixteen hold an unsigned number of eight.
      let digits = bytes[offset + 1..<offset + 1 + 1 << low].suffix(8)
      let number = digits.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      content = .word(low == 3 ? String(Int64(bitPattern: number)) : String(number))
      span = offset + 1..<offset + 1 + 1 << low
    case 2:
      if low == 3, let bits = bits(at: offset + 1, 8, before: table) { content = .real("\(Double(bitPattern: bits))") }
      if low == 2, let bits = bits(at: offset + 1, 4, before: table) {
        content = .real("\(Float(bitPattern: UInt32(bits)))")
      }
    case 3:
      // Seconds since 2001-01-01.
      guard let bits = bits(at: offset + 1, 8, before: table),
        let seconds = Int(exactly: Double(bitPattern: bits).rounded(.down)),
        abs(seconds) < 1 << 40
      else { return nil }
      content = .word("\(Instant(seconds: seconds + 978_307_200))")
    case 4, 5, 6, 7:
      guard let (start, length) = length(low, at: offset), length <= table else { return nil }
      let size = kind == 6 ? 2 * length : length
      bytesLeft -= size
      guard start <= table - size, bytesLeft >= 0 else { return nil }
      span = start..<start + size
      switch kind {
      case 4: content = .data(Base64.standard.text(of: Array(bytes[span])))
      case 6: content = .text(String(decoding: utf16(bytes[span]), as: UTF16.self))
      default: content = .text(String(decoding: bytes[span], as: UTF8.self))
      }
    case 8: content = number(at: offset + 1, low + 1).map { .word("\($0)") }
    case 10, 11, 12: content = elements(low, at: offset, depth).map { .list($0) }
    case 13: content = entries(low, at: offset, depth)
    default: break
    }
    return content.map { DocumentValue($0, span: span) }
  }

  private func bits(at offset: Int, _ size: Int, before end: Int) -> UInt64? {
    guard offset >= 0, offset <= end - size else { return nil }
    return bytes[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
  }

  private func utf16(_ data: ArraySlice<UInt8>) -> [UInt16] {
    stride(from: data.startIndex, to: data.endIndex, by: 2).map { UInt16(data[$0]) << 8 | UInt16(data[$0 + 1]) }
  }

  /// The place after the length, and the length: 15 means that a number with it follows.
  private func length(_ low: Int, at offset: Int) -> (start: Int, length: Int)? {
    guard low == 15 else { return (offset + 1, low) }
    guard let marker = bytes.byte(at: offset + 1), marker >> 4 == 1, marker & 15 <= 3 else { return nil }
    let size = 1 << Int(marker & 15)
    return number(at: offset + 2, size).map { (offset + 2 + size, $0) }
  }

  private func references(_ count: Int, at start: Int) -> [Int]? {
    guard count <= (table - start) / referenceSize else { return nil }
    let numbers = (0..<count).compactMap { number(at: start + $0 * referenceSize, referenceSize) }
    return numbers.count == count ? numbers : nil
  }

  private mutating func elements(_ low: Int, at offset: Int, _ depth: Int) -> [DocumentValue]? {
    guard let (start, length) = length(low, at: offset), let references = references(length, at: start) else {
      return nil
    }
    var values: [DocumentValue] = []
    for reference in references {
      guard let value = value(of: reference, depth: depth + 1) else { return nil }
      values.append(value)
    }
    return values
  }

  private mutating func entries(_ low: Int, at offset: Int, _ depth: Int) -> DocumentValue.Content? {
    guard let (start, length) = length(low, at: offset), length <= table,
      let keys = references(length, at: start), let objects = references(length, at: start + length * referenceSize)
    else { return nil }
    var entries = DocumentValue.Table()
    for (key, object) in zip(keys, objects) {
      guard let name = value(of: key, depth: depth + 1)?.text, let value = value(of: object, depth: depth + 1),
        entries.append(name, at: value.span, value)
      else { return nil }
    }
    return .table(entries)
  }
}
