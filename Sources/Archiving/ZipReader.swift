/// Reads the files of a zip archive by its directory, with bounds on memory and time for hostile ones.
///
/// Source: PKWARE's APPNOTE.TXT 6.3.10, sections 4.3.7 (local header), 4.3.12 (directory), 4.3.14 and 4.3.15 (zip64),
/// 4.3.16 (end), 4.5.3 (zip64 sizes).
package struct ZipReader {
  /// One file of the archive.
  package struct Entry: Sendable {
    package let path: String
    /// In bytes, after decompression.
    package let size: Int
    let packedSize: Int
    let method: Int
    let offset: Int
    let isEncrypted: Bool
  }

  /// An app has some 10,000 files.
  private static let greatestCount = 500_000
  private static let greatestDirectory = 128 << 20

  package let entries: [Entry]
  private let source: any ByteSource

  /// - Throws: `ArchiveReadingError`; the error of `source`.
  package init(_ source: any ByteSource) throws {
    self.source = source
    let tail = min(source.size, 22 + 0xffff)
    let end = try source.bytes(at: source.size - tail, count: tail)
    guard let place = Self.end(in: end) else { throw ArchiveReadingError.damaged("it has no directory at its end") }
    var count = end.littleEndian(at: place + 10, 2) ?? 0
    var length = end.littleEndian(at: place + 12, 4) ?? 0
    var offset = end.littleEndian(at: place + 16, 4) ?? 0
    if count == 0xffff || length == 0xffff_ffff || offset == 0xffff_ffff {
      (count, length, offset) = try Self.largeEnd(before: source.size - tail + place, in: source)
    }
    guard count <= Self.greatestCount, length <= Self.greatestDirectory else {
      throw ArchiveReadingError.tooLarge("its directory has \(count) files and \(length) bytes")
    }
    guard offset >= 0, offset <= source.size, length <= source.size - offset else {
      throw ArchiveReadingError.damaged("its directory is outside of the file")
    }
    entries = try Self.entries(count, in: source.bytes(at: offset, count: length))
  }

  /// Returns the contents of `entry`.
  ///
  /// - Parameter limit: The greatest size in bytes.
  package func contents(of entry: Entry, limit: Int = 16 << 20) throws -> [UInt8] {
    guard entry.size <= limit, entry.packedSize <= limit + 4096 else {
      throw ArchiveReadingError.tooLarge("`\(entry.path)` has \(entry.size) bytes, expected at most \(limit)")
    }
    let damaged = ArchiveReadingError.damaged("`\(entry.path)` cannot be decompressed")
    let header = try source.bytes(from: entry.offset, atMost: 30)
    guard header.starts(with: [0x50, 0x4b, 3, 4]), !entry.isEncrypted, let name = header.littleEndian(at: 26, 2),
      let extra = header.littleEndian(at: 28, 2)
    else { throw damaged }
    let packed = try source.bytes(from: entry.offset + 30 + name + extra, atMost: entry.packedSize)
    guard packed.count == entry.packedSize else { throw damaged }
    if entry.method == 0, entry.size == packed.count { return packed }
    guard entry.method == 8, let bytes = Inflation.bytes(of: packed, size: entry.size, .none) else { throw damaged }
    return bytes
  }

  /// The place of the end record, whose comment reaches to the end of the file.
  private static func end(in bytes: [UInt8]) -> Int? {
    guard bytes.count >= 22 else { return nil }
    return (0...bytes.count - 22).reversed().first { place in
      bytes[place] == 0x50 && bytes[place...].starts(with: [0x50, 0x4b, 5, 6])
        && bytes.littleEndian(at: place + 20, 2) == bytes.count - place - 22
    }
  }

  private static func largeEnd(
    before end: Int, in source: any ByteSource
  ) throws -> (count: Int, length: Int, offset: Int) {
    let locator = try source.bytes(from: end - 20, atMost: 20)
    guard locator.starts(with: [0x50, 0x4b, 6, 7]), let place = locator.littleEndian(at: 8, 8),
      case let record = try source.bytes(from: place, atMost: 56), record.starts(with: [0x50, 0x4b, 6, 6]),
      let count = record.littleEndian(at: 32, 8), let length = record.littleEndian(at: 40, 8),
      let offset = record.littleEndian(at: 48, 8)
    else { throw ArchiveReadingError.damaged("its zip64 directory is incomplete") }
    return (count, length, offset)
  }

  private static func entries(_ count: Int, in directory: [UInt8]) throws -> [Entry] {
    var entries: [Entry] = []
    var place = 0
    for _ in 0..<count {
      guard directory.littleEndian(at: place, 4) == 0x0201_4b50, let flags = directory.littleEndian(at: place + 8, 2),
        let method = directory.littleEndian(at: place + 10, 2), let packed = directory.littleEndian(at: place + 20, 4),
        let size = directory.littleEndian(at: place + 24, 4), let name = directory.littleEndian(at: place + 28, 2),
        let extra = directory.littleEndian(at: place + 30, 2), let comment = directory.littleEndian(at: place + 32, 2),
        let offset = directory.littleEndian(at: place + 42, 4), place + 46 + name + extra <= directory.count
      else { throw ArchiveReadingError.damaged("its directory is cut off after \(entries.count) files") }
      let start = place + 46 + name
      var wide = [size, packed, offset]
      try widen(&wide, by: directory[start..<start + extra])
      entries.append(
        Entry(
          path: String(decoding: directory[place + 46..<start], as: UTF8.self), size: wide[0], packedSize: wide[1],
          method: method, offset: wide[2], isEncrypted: flags & 1 != 0))
      place = start + extra + comment
    }
    return entries
  }

  /// Replaces the sizes that do not fit into 32 bits: the extra field 1 has them in this order.
  private static func widen(_ numbers: inout [Int], by extra: ArraySlice<UInt8>) throws {
    guard numbers.contains(0xffff_ffff) else { return }
    var rest = extra
    while let kind = rest.littleEndian(at: 0, 2), let length = rest.littleEndian(at: 2, 2) {
      if kind == 1 {
        var place = 4
        for index in numbers.indices where numbers[index] == 0xffff_ffff {
          guard place + 8 <= 4 + length, let number = rest.littleEndian(at: place, 8) else { break }
          numbers[index] = number
          place += 8
        }
        return
      }
      rest = rest.dropFirst(4 + length)
    }
  }
}

/// Why an archive cannot be read.
package enum ArchiveReadingError: Error, Equatable, Sendable {
  case damaged(String)
  /// Larger than any archive of an app.
  case tooLarge(String)

  package var reason: String {
    switch self {
    case .damaged(let reason), .tooLarge(let reason): reason
    }
  }
}
