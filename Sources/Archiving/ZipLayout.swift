import CDeflate
import MartletCore

/// The bytes of a zip archive around the contents of its entries, identical to `git archive` (archive-zip.c) in the
/// time zone UTC: the times in a zip archive have no zone, and git uses the local one.
package struct ZipLayout: Sendable {
  let stamp: ArchiveStamp
  private let dosTime: UInt64
  private let dosDate: UInt64

  /// The flag for streamed data, whose sizes follow in a descriptor.
  static let streamFlag: UInt64 = 1 << 3
  private static let utf8Flag: UInt64 = 1 << 11
  static let limit32: UInt64 = 0xffff_ffff

  package init(_ stamp: ArchiveStamp) {
    self.stamp = stamp
    (dosDate, dosTime) = Self.dosStamp(of: stamp.time)
  }

  /// Appends `entry` with its contents.
  ///
  /// - Parameters:
  ///   - isText: The text flag in the directory.
  ///   - compressor: A compressor of the form `deflate`.
  /// - Returns: The entry's line of the directory; its offset is relative to the start of `output`.
  package func append(
    _ entry: ArchiveEntry, _ contents: [UInt8], isText: Bool, _ compressor: DeflateCompressor,
    to output: inout [UInt8]
  ) throws(ArchiveError) -> ZipDirectory.Line {
    var line = try line(of: entry, size: UInt64(contents.count))
    line.offset = UInt64(output.count)
    line.isText = isText && entry.kind != .directory
    line.crc = crc(0, contents)
    var packed: [UInt8] = []
    if case .file = entry.kind, !contents.isEmpty {
      try compressor.compress(contents, to: &packed)
      line.isDeflated = packed.count < contents.count
    }
    line.packedSize = UInt64(line.isDeflated ? packed.count : contents.count)
    appendHeader(line, to: &output)
    if line.isDeflated {
      output += packed
    } else {
      output += contents
    }
    return line
  }

  /// Returns the directory line of a file of `size` bytes with streamed contents.
  package func streamedLine(of entry: ArchiveEntry, size: UInt64) throws(ArchiveError) -> ZipDirectory.Line {
    var line = try line(of: entry, size: size)
    line.isDeflated = true
    line.packedSize = 0
    line.flags |= Self.streamFlag
    if size > 0x7fff_ffff { line.versionNeeded = 45 }
    return line
  }

  /// Appends the header of an entry.
  package func appendHeader(_ line: ZipDirectory.Line, to output: inout [UInt8]) {
    let isLarge = line.versionNeeded == 45
    output.append(0x0403_4b50, bytes: 4)
    output.append(line.versionNeeded, bytes: 2)
    output.append(line.flags, bytes: 2)
    output.append(line.isDeflated ? 8 : 0, bytes: 2)
    output.append(dosTime, bytes: 2)
    output.append(dosDate, bytes: 2)
    output.append(UInt64(line.crc), bytes: 4)
    output.append(isLarge ? Self.limit32 : line.packedSize, bytes: 4)
    output.append(isLarge ? Self.limit32 : line.size, bytes: 4)
    output.append(UInt64(line.path.count), bytes: 2)
    output.append(isLarge ? 29 : 9, bytes: 2)
    output += line.path
    appendTime(to: &output)
    if isLarge {
      output.append(0x0001, bytes: 2)
      output.append(16, bytes: 2)
      output.append(line.size, bytes: 8)
      output.append(line.packedSize, bytes: 8)
    }
  }

  /// Appends the descriptor after streamed contents, when their sizes are known.
  package func appendDescriptor(_ line: ZipDirectory.Line, to output: inout [UInt8]) {
    let isLarge = line.size >= Self.limit32 || line.packedSize >= Self.limit32
    output.append(0x0807_4b50, bytes: 4)
    output.append(UInt64(line.crc), bytes: 4)
    output.append(line.packedSize, bytes: isLarge ? 8 : 4)
    output.append(line.size, bytes: isLarge ? 8 : 4)
  }

  /// Appends the time of all entries as an extra field, in seconds since 1970.
  func appendTime(to output: inout [UInt8]) {
    output.append(0x5455, bytes: 2)
    output.append(5, bytes: 2)
    output.append(1)
    output.append(stamp.time, bytes: 4)
  }

  func appendDOSTime(to output: inout [UInt8]) {
    output.append(dosTime, bytes: 2)
    output.append(dosDate, bytes: 2)
  }

  /// Returns `crc` continued with `bytes`.
  package func crc(_ crc: UInt32, _ bytes: [UInt8]) -> UInt32 {
    libdeflate_crc32(crc, bytes, bytes.count)
  }

  /// Returns the directory line of an entry of `size` bytes.
  func line(of entry: ArchiveEntry, size: UInt64) throws(ArchiveError) -> ZipDirectory.Line {
    guard entry.path.count <= 0xffff else {
      throw .longPath(String(decoding: entry.path, as: UTF8.self), length: entry.path.count)
    }
    var line = ZipDirectory.Line(path: entry.path, size: size)
    let isASCII = entry.path.allSatisfy { $0 < 0x80 }
    if !isASCII, String(validUTF8: entry.path) != nil { line.flags |= Self.utf8Flag }
    // Made on Unix, version 2.3 of the format: set only if the mode is significant.
    switch entry.kind {
    case .directory: line.attributes = 16
    case .file(isExecutable: false): break
    case .file(isExecutable: true): (line.attributes, line.creator) = (0o100755 << 16, 0x0317)
    case .link: (line.attributes, line.creator) = (0o120777 << 16, 0x0317)
    }
    if size > Self.limit32 { line.versionNeeded = 45 }
    return line
  }

  /// Returns date and time in DOS format, in UTC; values out of range are truncated like in git.
  private static func dosStamp(of time: UInt64) -> (date: UInt64, time: UInt64) {
    let (days, second) = (Int(clamping: time / 86400), time % 86400)
    let day = CalendarDay(daysSince1970: days)
    let date = day.day + day.month * 32 + (day.year - 1980) * 512
    let dosTime = second % 60 / 2 + second / 60 % 60 * 32 + second / 3600 * 2048
    return (UInt64(bitPattern: Int64(date)), dosTime)
  }
}
