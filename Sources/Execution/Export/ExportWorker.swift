import Archiving
import Git

/// Does the jobs of an export on one thread, with a reader and a compressor of its own.
final class ExportWorker {
  private let floor: ExportFloor
  private let reader = ContentReader()
  private let packer: any EntryPacker
  private var compressor: (any Compressor)?
  private let compression: BlockCompression?

  /// Files of more bytes are handed over in parts unless the format is particular about it.
  static let wholeLimit = 4 << 20
  /// How many bytes are handed over together.
  private static let pieceLength = 1 << 20

  init(_ layout: ExportLayout, _ floor: ExportFloor) throws {
    self.floor = floor
    packer = try layout.makePacker()
    compression = layout.compression
  }

  /// Takes jobs until there are none.
  func work() {
    while let (number, job) = floor.take() { perform(job, number) }
  }

  /// Does one job; its failure is handed over like what comes of it.
  func perform(_ job: ExportJob, _ number: Int) {
    do {
      switch job {
      case .compress(let block): try compress(block, number)
      case .pack(let entries, let origins):
        reader.open(origins)
        try pack(entries, number)
      }
    } catch is ExportFloor.Closed {
      return
    } catch {
      floor.fail(error, of: number)
    }
  }

  private func compress(_ block: [UInt8], _ number: Int) throws {
    guard let compression else { return }
    let compressor = try compressor ?? compression.makeCompressor()
    self.compressor = compressor
    var piece = ExportPiece(isLast: true)
    try block.withUnsafeBytes { bytes in try compressor.compress(bytes, to: &piece.bytes) }
    try floor.deliver(piece, of: number)
  }

  private func pack(_ entries: [ExportEntry], _ number: Int) throws {
    var piece = ExportPiece()
    // A small export is spared the room.
    if number > ExportRun.firstPack { piece.bytes.reserveCapacity(Self.pieceLength) }
    for entry in entries {
      if entry.kind == .folder {
        try packer.pack(entry, UnsafeRawBufferPointer(start: nil, count: 0), into: &piece)
      } else {
        try packFile(entry, number, into: &piece)
        piece.entryCount += 1
      }
      if piece.bytes.count >= Self.pieceLength { try flush(&piece, number) }
    }
    piece.isLast = true
    try floor.deliver(piece, of: number)
  }

  private func packFile(_ entry: ExportEntry, _ number: Int, into piece: inout ExportPiece) throws {
    try reader.read(entry, limit: packer.wholeLimit) { content in
      switch content {
      case .whole(let bytes):
        piece.contentCount += bytes.count
        try packer.pack(entry, bytes, into: &piece)
      case .start(let byteCount):
        if !piece.bytes.isEmpty { try flush(&piece, number) }
        try packer.begin(entry, byteCount: byteCount, into: &piece)
      case .part(let bytes):
        piece.contentCount += bytes.count
        try packer.pack(part: bytes, into: &piece)
        if piece.bytes.count >= Self.pieceLength { try flush(&piece, number) }
      case .end:
        try packer.end(into: &piece)
      }
    }
  }

  private func flush(_ piece: inout ExportPiece, _ number: Int) throws {
    try floor.deliver(piece, of: number)
    piece = ExportPiece()
    piece.bytes.reserveCapacity(Self.pieceLength + 1 << 16)
  }
}
