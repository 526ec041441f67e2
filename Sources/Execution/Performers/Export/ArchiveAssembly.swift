import Archiving
import MartletCore

/// Assembles the pieces of an archive in order, and selects the blocks to compress.
struct ArchiveAssembly {
  private let layout: ArchiveLayout
  private var sink: ArchiveSink
  /// Uncompressed bytes of the unfinished block.
  private var block: [UInt8] = []
  /// The length of the tar archive before compression, in bytes.
  private var length: UInt64 = 0
  private var directory: ZipDirectory?
  /// The offset of the file whose parts are being added.
  private var openFile: UInt64 = 0
  /// Full blocks, whose compressed forms must be returned in this order.
  private(set) var blocks: [[UInt8]] = []

  init(_ layout: ArchiveLayout, to sink: ArchiveSink) throws {
    self.layout = layout
    self.sink = sink
    switch layout {
    case .tar(let layout), .tarGzip(let layout): try appendTar(layout.beginning)
    case .zip(let layout): directory = ZipDirectory(layout)
    case .directory: break
    }
  }

  /// The sink, with the byte count and the digest.
  var result: ArchiveSink { sink }

  /// Returns the blocks that were filled since the last call.
  mutating func takeBlocks() -> [[UInt8]] {
    defer { blocks = [] }
    return blocks
  }

  /// Adds the next piece of the archive.
  mutating func append(_ piece: ExportPiece) throws {
    switch layout {
    case .tar, .tarGzip: try appendTar(piece.bytes)
    case .zip:
      if piece.opensFile { openFile = sink.length }
      for line in piece.lines { directory?.append(line, start: line.isStreamed ? openFile : sink.length) }
      try sink.append(piece.bytes)
    case .directory: break
    }
  }

  /// Adds the next compressed block.
  mutating func append(compressed bytes: [UInt8]) throws { try sink.append(bytes) }

  /// Adds the end of the archive.
  mutating func end() throws {
    switch layout {
    case .tar, .tarGzip:
      try appendTar([UInt8](repeating: 0, count: TarLayout.endLength(after: length)))
      if !block.isEmpty { blocks.append(block) }
      block = []
    case .zip: if let directory { try sink.append(directory.end(after: sink.length)) }
    case .directory: break
    }
  }

  private mutating func appendTar(_ bytes: [UInt8]) throws {
    length += UInt64(bytes.count)
    if case .tarGzip = layout {
      cut(bytes, blockLength: DeflateCompressor.blockLength)
    } else {
      try sink.append(bytes)
    }
  }

  private mutating func cut(_ bytes: [UInt8], blockLength: Int) {
    var rest = bytes[...]
    while block.count + rest.count >= blockLength {
      let part = rest.prefix(blockLength - block.count)
      block += part
      rest = rest.dropFirst(part.count)
      blocks.append(block)
      block = []
      block.reserveCapacity(blockLength)
    }
    block += rest
  }
}

/// The destination of an archive's bytes. Counts them in order, and computes their digest if required.
struct ArchiveSink {
  private let write: ([UInt8]) throws -> Void
  private var hasher: ContentHasher?
  private(set) var length: UInt64 = 0

  init(isDigested: Bool, _ write: @escaping ([UInt8]) throws -> Void) {
    self.write = write
    hasher = isDigested ? ContentHasher() : nil
  }

  mutating func append(_ bytes: [UInt8]) throws {
    guard !bytes.isEmpty else { return }
    hasher?.append(bytes[...])
    try write(bytes)
    length += UInt64(bytes.count)
  }

  var digest: ContentDigest? { hasher?.digest() }
}
