import Archiving
import Git

/// Performs jobs of an export on one thread, with its own reader and compressor.
final class ExportWorker {
  private let queue: ExportQueue
  private let reader = ContentReader()
  private let packer: any EntryPacker
  private var compressor: DeflateCompressor?

  /// The size in bytes above which files are passed in parts, unless the format requires another limit.
  static let wholeLimit = 4 << 20
  /// The size in bytes at which a piece is delivered.
  private static let pieceLength = 1 << 20

  init(_ layout: ExportLayout, _ queue: ExportQueue) throws {
    self.queue = queue
    packer = try layout.makePacker()
  }

  /// Performs jobs until the queue is closed.
  func work() {
    while let (number, job) = queue.take() { perform(job, number) }
  }

  /// Performs one job and delivers its results or its failure.
  func perform(_ job: ExportJob, _ number: Int) {
    do {
      switch job {
      case .compress(let block): try compress(block, number)
      case .pack(let entries, let origins):
        try reader.open(origins)
        reader.prefetch(entries)
        try pack(entries, number)
      }
    } catch is ExportQueue.Closed {
      return
    } catch {
      queue.fail(error, of: number)
    }
  }

  private func compress(_ block: [UInt8], _ number: Int) throws {
    let compressor = try compressor ?? DeflateCompressor(.gzip)
    self.compressor = compressor
    var piece = ExportPiece(isLast: true)
    try compressor.compress(block, to: &piece.bytes)
    try queue.deliver(piece, of: number)
  }

  private func pack(_ entries: [ExportEntry], _ number: Int) throws {
    var piece = ExportPiece()
    // A small export does not need the memory.
    if number > ExportRun.firstPack { piece.bytes.reserveCapacity(Self.pieceLength) }
    for entry in entries {
      if entry.kind == .folder {
        try packer.pack(entry, .empty, into: &piece)
      } else {
        try packFile(entry, number, into: &piece)
        piece.entryCount += 1
      }
      if piece.bytes.count >= Self.pieceLength { try flush(&piece, number) }
    }
    piece.isLast = true
    try queue.deliver(piece, of: number)
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
    try queue.deliver(piece, of: number)
    piece = ExportPiece()
    piece.bytes.reserveCapacity(Self.pieceLength + 1 << 16)
  }
}
