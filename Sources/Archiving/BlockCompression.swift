/// Something that makes bytes fewer, used by one thread at a time.
package protocol Compressor: AnyObject {
  /// Appends `block`, compressed by itself, to `output`.
  func compress(_ block: UnsafeRawBufferPointer, to output: inout [UInt8]) throws(ArchiveError)
}

/// How a tar archive is compressed: in blocks of the archive that are cut at fixed offsets and compressed one by one, so
/// that the bytes depend neither on how many threads there are nor on how the repository stores its objects.
package enum BlockCompression: Hashable, Sendable {
  /// Members of a gzip file (RFC 1952, section 2.2), by libdeflate; levels 1 to 12.
  case gzip(level: Int)
  /// Frames of a Zstandard file (RFC 8878, section 3.1); levels 1 to 19.
  case zstd(level: Int)

  /// How many bytes of the archive make one block.
  package var blockLength: Int {
    switch self {
    case .gzip: 1 << 20
    case .zstd: 1 << 22
    }
  }

  /// A compressor for one thread.
  package func makeCompressor() throws(ArchiveError) -> any Compressor {
    switch self {
    case .gzip(let level): try GzipMembers(level: level)
    case .zstd(let level): try ZstdFrames(level: level)
    }
  }

  /// - Throws: `ArchiveError.badLevel` unless the format has the level.
  package func check() throws(ArchiveError) {
    switch self {
    case .gzip(let level): try ArchiveError.check(level, of: "tar.gz", 1...12)
    case .zstd(let level): try ArchiveError.check(level, of: "tar.zst", 1...19)
    }
  }
}

extension ArchiveError {
  /// - Throws: `badLevel` unless `allowed` has `level`.
  package static func check(_ level: Int, of format: String, _ allowed: ClosedRange<Int>) throws(ArchiveError) {
    guard allowed.contains(level) else { throw .badLevel(level, of: format, allowed: allowed) }
  }
}
