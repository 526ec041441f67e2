/// The compression of the files in a zip archive, each separately.
package enum ZipCompression: Hashable, Sendable {
  case stored
  /// By libdeflate; levels 1 to 12.
  case fast(level: Int)
  /// By zlib, like git: the same bytes if git uses the same zlib; levels 1 to 9.
  case zlib(level: Int)

  /// Returns a compressor for one thread.
  package func makeCompressor() throws(ArchiveError) -> any Compressor {
    switch self {
    case .stored, .zlib: try ZlibFiles(level: level)
    case .fast: try DeflateCompressor(.deflate, level: level)
    }
  }

  /// The level of `makeCompressor`, and of a `ZlibStream` for large files; 0 stores.
  package var level: Int {
    switch self {
    case .stored: 0
    case .fast(let level), .zlib(let level): level
    }
  }

  /// - Parameter level: 0 stores.
  init(level: Int, library: CompressionLibrary) {
    switch library {
    case _ where level == 0: self = .stored
    case .libdeflate: self = .fast(level: level)
    case .zlib: self = .zlib(level: level)
    }
  }
}

/// Compresses files of a zip archive with zlib.
final class ZlibFiles: Compressor {
  private let stream: ZlibStream

  init(level: Int) throws(ArchiveError) {
    stream = try ZlibStream(.none, level: level)
  }

  func compress(_ block: [UInt8], to output: inout [UInt8]) throws(ArchiveError) {
    try stream.compress(block, to: &output)
  }
}
