/// How the files in a zip archive are compressed, each by itself.
package enum ZipCompression: Hashable, Sendable {
  case stored
  /// By libdeflate; levels 1 to 12.
  case fast(level: Int)
  /// By zlib, as git does it: the same bytes where git has the same zlib; levels 1 to 9.
  case zlib(level: Int)

  /// A compressor for one thread.
  package func makeCompressor() throws(ArchiveError) -> any Compressor {
    switch self {
    case .stored, .zlib: try ZlibFiles(level: level)
    case .fast: try DeflatedFiles(level: level)
    }
  }

  /// The level that `makeCompressor` and a `ZlibStream` for large files have; 0 stores.
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
