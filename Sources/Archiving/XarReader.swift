import MartletCore

/// Reads the files of a xar archive, such as an installer package.
///
/// Source: the format's description in `xar/include/xar.h` of apple-oss-distributions/xar: a header of 28 bytes, all numbers
/// with their highest byte first, a table of contents in XML, compressed with zlib, and a heap.
package struct XarReader {
  package struct Entry: Sendable {
    /// With slashes.
    package let path: String
    package let size: Int
    let offset: Int
    let packedSize: Int
    let isCompressed: Bool
  }

  private static let greatestTable = 16 << 20
  /// Longer than any path of a file system. Each file in a folder repeats its name.
  private static let greatestPath = 4096

  package let entries: [Entry]
  private let source: any ByteSource
  private let heap: Int

  /// - Throws: `ArchiveReadingError`; the error of `source`.
  package init(_ source: any ByteSource) throws {
    self.source = source
    let header = try source.bytes(from: 0, atMost: 28)
    guard header.starts(with: "xar!".utf8), let length = header.bigEndian(at: 4, 2),
      let packed = header.bigEndian(at: 8, 8), let size = header.bigEndian(at: 16, 8)
    else { throw ArchiveReadingError.damaged("it has no header of an installer package") }
    guard size <= Self.greatestTable, packed <= Self.greatestTable else {
      throw ArchiveReadingError.tooLarge("its table of contents has \(size) bytes")
    }
    let table = try source.bytes(from: length, atMost: packed)
    guard table.count == packed, let text = Inflation.bytes(of: table, size: size, .zlib),
      let path = RelativePath("toc.xml"), let toc = try? SourceText(path: path, fileBytes: text),
      let entries = try? Self.entries(in: toc)
    else { throw ArchiveReadingError.damaged("its table of contents cannot be read") }
    self.entries = entries
    heap = length + packed
  }

  /// Returns the contents of `entry`.
  ///
  /// - Parameter limit: The greatest size in bytes.
  package func contents(of entry: Entry, limit: Int = 16 << 20) throws -> [UInt8] {
    guard entry.size <= limit, entry.packedSize <= limit + 4096 else {
      throw ArchiveReadingError.tooLarge("`\(entry.path)` has \(entry.size) bytes, expected at most \(limit)")
    }
    let damaged = ArchiveReadingError.damaged("`\(entry.path)` cannot be decompressed")
    guard entry.offset <= source.size - heap else { throw damaged }
    let packed = try source.bytes(from: heap + entry.offset, atMost: entry.packedSize)
    guard packed.count == entry.packedSize else { throw damaged }
    guard entry.isCompressed else { return packed }
    guard let bytes = Inflation.bytes(of: packed, size: entry.size, .detected) else { throw damaged }
    return bytes
  }

  /// A `<file>` that is open while the table is scanned.
  private struct Open {
    var name = ""
    var numbers: [String: Int] = [:]
    var isCompressed = false
  }

  private static func entries(in toc: SourceText) throws -> [Entry] {
    var scanner = XMLScanner(toc)
    var entries: [Entry] = []
    var files: [Open] = []
    var depth = 0
    while let event = try scanner.next() {
      switch event {
      case .opened(let name):
        depth += 1
        guard depth <= 64 else { throw ArchiveReadingError.damaged("its table of contents is too deep") }
        let element = toc.string(at: name)
        if element == "file" { files.append(Open()) }
        if element == "encoding" {
          files.indices.last.map { files[$0].isCompressed = scanner.attributes["style"]?.contains("gzip") == true }
        }
      case .closed(let name, let text, _):
        depth -= 1
        guard let last = files.indices.last else { continue }
        switch toc.string(at: name) {
        case "name": files[last].name = text.string
        case "offset", "size", "length":
          if let number = Int(text.string), number >= 0 { files[last].numbers[toc.string(at: name)] = number }
        case "file":
          let length = files.reduce(0) { $0 + $1.name.utf8.count + 1 }
          guard length <= greatestPath else { throw ArchiveReadingError.damaged("it has a path of \(length) bytes") }
          let path = files.map(\.name).joined(separator: "/")
          let file = files.removeLast()
          guard let offset = file.numbers["offset"], let size = file.numbers["size"] else { continue }
          entries.append(
            Entry(
              path: path, size: size, offset: offset, packedSize: file.numbers["length"] ?? size,
              isCompressed: file.isCompressed))
        default: break
        }
      }
    }
    return entries
  }
}
