/// The directory at the end of a zip archive.
package struct ZipDirectory {
  /// The directory's record of one entry.
  package struct Line: Sendable {
    let path: [UInt8]
    /// Before and after compression.
    package var size: UInt64
    package var packedSize: UInt64 = 0
    package var crc: UInt32 = 0
    package var isText = false
    /// The offset of the entry in the archive, or in a part of it.
    package var offset: UInt64 = 0
    var isDeflated = false
    var flags: UInt64 = 0
    var versionNeeded: UInt64 = 10
    var creator: UInt64 = 0
    var attributes: UInt64 = 0

    init(path: [UInt8], size: UInt64) {
      self.path = path
      self.size = size
    }

    /// Whether the contents were streamed.
    package var isStreamed: Bool { flags & ZipLayout.streamFlag != 0 }
  }

  private let layout: ZipLayout
  private var bytes: [UInt8] = []
  private var count: UInt64 = 0
  private var creator: UInt64 = 0

  package init(_ layout: ZipLayout) {
    self.layout = layout
  }

  /// Adds a line whose offset is relative to the `start`th byte of the archive.
  package mutating func append(_ line: Line, start: UInt64) {
    let offset = start + line.offset
    let large = [line.size, line.packedSize, offset].contains { $0 > ZipLayout.limit32 }
    // The order of the format: size, packed size, offset.
    let wide = large ? [line.size, line.packedSize, offset].filter { $0 >= ZipLayout.limit32 } : []
    bytes.append(0x0201_4b50, bytes: 4)
    bytes.append(line.creator, bytes: 2)
    bytes.append(line.versionNeeded, bytes: 2)
    bytes.append(line.flags, bytes: 2)
    bytes.append(line.isDeflated ? 8 : 0, bytes: 2)
    layout.appendDOSTime(to: &bytes)
    bytes.append(UInt64(line.crc), bytes: 4)
    bytes.append(min(line.packedSize, ZipLayout.limit32), bytes: 4)
    bytes.append(min(line.size, ZipLayout.limit32), bytes: 4)
    bytes.append(UInt64(line.path.count), bytes: 2)
    bytes.append(UInt64(wide.isEmpty ? 9 : 13 + 8 * wide.count), bytes: 2)
    bytes.append(0, bytes: 4)
    bytes.append(line.isText ? 1 : 0, bytes: 2)
    bytes.append(line.attributes, bytes: 4)
    bytes.append(min(offset, ZipLayout.limit32), bytes: 4)
    bytes += line.path
    layout.appendTime(to: &bytes)
    if !wide.isEmpty {
      bytes.append(0x0001, bytes: 2)
      bytes.append(UInt64(8 * wide.count), bytes: 2)
      for number in wide { bytes.append(number, bytes: 8) }
    }
    count += 1
    creator = max(creator, line.creator)
  }

  /// Returns the directory and the end of an archive that has `length` bytes so far.
  package func end(after length: UInt64) -> [UInt8] {
    var end = bytes
    let commit = layout.stamp.commit.map { Array($0.hex.utf8) } ?? []
    if count > 0xffff || length > ZipLayout.limit32 { appendLargeEnd(after: length, to: &end) }
    end.append(0x0605_4b50, bytes: 4)
    end.append(0, bytes: 4)
    end.append(min(count, 0xffff), bytes: 2)
    end.append(min(count, 0xffff), bytes: 2)
    end.append(UInt64(bytes.count), bytes: 4)
    end.append(min(length, ZipLayout.limit32), bytes: 4)
    end.append(UInt64(commit.count), bytes: 2)
    return end + commit
  }

  private func appendLargeEnd(after length: UInt64, to end: inout [UInt8]) {
    end.append(0x0606_4b50, bytes: 4)
    end.append(44, bytes: 8)
    end.append(creator, bytes: 2)
    end.append(45, bytes: 2)
    end.append(0, bytes: 8)
    end.append(count, bytes: 8)
    end.append(count, bytes: 8)
    end.append(UInt64(bytes.count), bytes: 8)
    end.append(length, bytes: 8)
    end.append(0x0706_4b50, bytes: 4)
    end.append(0, bytes: 4)
    end.append(length + UInt64(bytes.count), bytes: 8)
    end.append(1, bytes: 4)
  }
}
