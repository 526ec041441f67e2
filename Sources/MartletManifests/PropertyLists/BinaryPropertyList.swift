import MartletCore

/// The texts of the outermost dictionary of a binary property list. They can be read but not edited: each has a length
/// before it, and a table at the end has its offset. So the texts have no editable bytes in the file.
///
/// Format: swiftlang/swift-corelibs-foundation, `CoreFoundation/CFBinaryPList.c`. A trailer of 32 bytes has the size of
/// an offset, the size of an object number, the number of objects, the top object, and where the table of offsets is.
struct BinaryPropertyList {
  private let source: SourceText
  private let bytes: [UInt8]

  init(_ source: SourceText) {
    self.source = source
    bytes = source.bytes
  }

  /// - Throws: `ManifestError.malformed` when the list is cut off or its top is not a dictionary.
  func entries() throws(ManifestError) -> [PropertyList.Entry] {
    guard let entries = readEntries() else {
      throw .malformed(
        source, at: 0..<min(6, bytes.count), problem: "invalid binary property list", hint: nil)
    }
    return entries
  }

  private func readEntries() -> [PropertyList.Entry]? {
    let trailer = bytes.count - 32
    guard trailer >= 8, let table = Table(bytes, trailer: trailer) else { return nil }
    guard let (top, count) = collection(at: table.offset(of: table.top, in: bytes), type: 0xD) else { return nil }
    let (keys, keyOverflow) = count.multipliedReportingOverflow(by: table.numberSize)
    guard !keyOverflow, keys <= bytes.count, top + 2 * keys <= bytes.count else { return nil }
    var entries: [PropertyList.Entry] = []
    for index in 0..<count {
      let keyNumber = bytes.number(at: top + index * table.numberSize, size: table.numberSize)
      let valueNumber = bytes.number(at: top + keys + index * table.numberSize, size: table.numberSize)
      guard let keyNumber, let valueNumber, let key = text(at: table.offset(of: keyNumber, in: bytes)) else {
        return nil
      }
      if let value = text(at: table.offset(of: valueNumber, in: bytes)) {
        entries.append(PropertyList.Entry(key: key.string, text: value))
      }
    }
    return entries
  }

  /// Returns the start and count of the contents of the collection or text at `offset`.
  private func collection(at offset: Int?, type: UInt8) -> (start: Int, count: Int)? {
    guard let offset, let marker = bytes.byte(at: offset), marker >> 4 == type else { return nil }
    guard marker & 0xF == 0xF else { return (offset + 1, Int(marker & 0xF)) }
    guard let size = bytes.byte(at: offset + 1), size >> 4 == 1, size & 0xF <= 3 else { return nil }
    let length = 1 << Int(size & 0xF)
    guard let count = bytes.number(at: offset + 2, size: length), count <= bytes.count else { return nil }
    return (offset + 2 + length, count)
  }

  /// Returns the string or integer at `offset`.
  private func text(at offset: Int?) -> LocatedText? {
    if let (start, count) = collection(at: offset, type: 0x5), start + count <= bytes.count {
      return LocatedText(Array(bytes[start..<start + count]), of: source, at: start..<start + count, runs: [])
    }
    if let (start, count) = collection(at: offset, type: 0x6), start + 2 * count <= bytes.count {
      let units = (0..<count).map { UInt16(bytes[start + 2 * $0]) << 8 | UInt16(bytes[start + 2 * $0 + 1]) }
      return LocatedText(
        Array(String(decoding: units, as: UTF16.self).utf8), of: source, at: start..<start + 2 * count, runs: [])
    }
    guard let offset, let marker = bytes.byte(at: offset), marker >> 4 == 1, marker & 0xF <= 3 else { return nil }
    let size = 1 << Int(marker & 0xF)
    guard let number = bytes.number(at: offset + 1, size: size) else { return nil }
    return LocatedText(Array(String(number).utf8), of: source, at: offset + 1..<offset + 1 + size, runs: [])
  }

  private struct Table {
    let offsetSize: Int
    let numberSize: Int
    let count: Int
    let top: Int
    let start: Int

    init?(_ bytes: [UInt8], trailer: Int) {
      offsetSize = Int(bytes[trailer + 6])
      numberSize = Int(bytes[trailer + 7])
      guard (1...8).contains(offsetSize), (1...8).contains(numberSize),
        let count = bytes.number(at: trailer + 8, size: 8), let top = bytes.number(at: trailer + 16, size: 8),
        let start = bytes.number(at: trailer + 24, size: 8), count <= bytes.count, start <= trailer,
        count * offsetSize <= trailer - start
      else { return nil }
      self.count = count
      self.top = top
      self.start = start
    }

    func offset(of object: Int, in bytes: [UInt8]) -> Int? {
      guard object < count else { return nil }
      return bytes.number(at: start + object * offsetSize, size: offsetSize).flatMap { $0 < bytes.count ? $0 : nil }
    }
  }
}

extension [UInt8] {
  /// Returns the big-endian number of `size` bytes at `offset`; nil outside of the bytes, and above `Int.max`.
  fileprivate func number(at offset: Int, size: Int) -> Int? {
    guard offset >= 0, size <= 8, offset <= count - size else { return nil }
    return Int(exactly: self[offset..<offset + size].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }
}
