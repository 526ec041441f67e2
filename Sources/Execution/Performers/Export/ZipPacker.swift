import Archiving
import Git

/// Formats entries of a zip archive, each compressed separately.
final class ZipPacker: EntryPacker {
  private let layout: ZipLayout
  private let compressor: DeflateCompressor
  private var stream: ZlibStream?
  private var line: ZipDirectory.Line?
  private var entry: ExportEntry?
  private var isFirstPart = false

  let wholeLimit: Int

  /// - Parameter wholeLimit: The size in bytes above which files are written in parts, with sizes behind the data.
  init(_ layout: ZipLayout, wholeLimit: Int) throws {
    self.layout = layout
    compressor = try DeflateCompressor(.deflate)
    self.wholeLimit = wholeLimit
  }

  func pack(_ entry: ExportEntry, _ contents: ByteView, into piece: inout ExportPiece) throws {
    let contents = contents.array
    let isText = entry.isText ?? ExportEntry.areText(contents)
    piece.lines.append(
      try layout.append(entry.archived, contents, isText: isText, compressor, to: &piece.bytes))
  }

  func begin(_ entry: ExportEntry, byteCount: Int, into piece: inout ExportPiece) throws {
    let line = try layout.streamedLine(of: entry.archived, size: UInt64(byteCount))
    stream = try ZlibStream()
    self.entry = entry
    self.line = line
    isFirstPart = true
    piece.opensFile = true
    layout.appendHeader(line, to: &piece.bytes)
  }

  func pack(part: ByteView, into piece: inout ExportPiece) throws {
    guard var line, let stream else { return }
    let part = part.array
    line.crc = layout.crc(line.crc, part)
    if isFirstPart { line.isText = entry?.isText ?? ExportEntry.areText(part) }
    isFirstPart = false
    let start = piece.bytes.count
    try stream.append(part, to: &piece.bytes)
    line.packedSize += UInt64(piece.bytes.count - start)
    self.line = line
  }

  func end(into piece: inout ExportPiece) throws {
    guard var line, let stream else { return }
    let start = piece.bytes.count
    try stream.finish(to: &piece.bytes)
    line.packedSize += UInt64(piece.bytes.count - start)
    layout.appendDescriptor(line, to: &piece.bytes)
    piece.lines.append(line)
    self.line = nil
    self.stream = nil
  }
}
