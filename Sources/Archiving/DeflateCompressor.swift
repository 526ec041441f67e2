import CDeflate

/// Compresses with libdeflate: members of a gzip file without name and time, or files of a zip archive.
final class DeflateCompressor: Compressor {
  enum Form {
    case gzip, deflate
  }

  private let form: Form
  private let compressor: OpaquePointer

  init(_ form: Form, level: Int) throws(ArchiveError) {
    guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { throw .outOfMemory }
    self.form = form
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  func compress(_ block: [UInt8], to output: inout [UInt8]) throws(ArchiveError) {
    let (bound, compress) =
      switch form {
      case .gzip: (libdeflate_gzip_compress_bound(compressor, block.count), libdeflate_gzip_compress)
      case .deflate: (libdeflate_deflate_compress_bound(compressor, block.count), libdeflate_deflate_compress)
      }
    let packed = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = compress(compressor, block, block.count, buffer.baseAddress, bound)
    }
    guard !packed.isEmpty else { throw .compression(library: "libdeflate", reason: "the block does not fit its bound") }
    output += packed
  }
}

extension BlockCompression {
  /// Returns the compression to members of a gzip file (RFC 1952, section 2.2), by libdeflate; levels 1 to 12.
  static func gzip(level: Int) -> BlockCompression {
    BlockCompression(blockLength: 1 << 20) { () throws(ArchiveError) in try DeflateCompressor(.gzip, level: level) }
  }
}
