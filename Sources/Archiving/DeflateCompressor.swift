import CDeflate

/// Compresses with libdeflate: members of a gzip file without name and time, or files of a zip archive. For use by one thread at a time.
package final class DeflateCompressor {
  package enum Form {
    case gzip, deflate
  }

  /// The level of libdeflate and zlib, of 1 to 12 and 1 to 9: the usual one of both.
  static let level: Int32 = 6
  /// The length of one block of a compressed tar in bytes.
  package static let blockLength = 1 << 20

  private let form: Form
  private let compressor: OpaquePointer

  package init(_ form: Form) throws(ArchiveError) {
    guard let compressor = libdeflate_alloc_compressor(Self.level) else { throw .outOfMemory }
    self.form = form
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  /// Appends `block`, compressed separately, to `output`.
  package func compress(_ block: [UInt8], to output: inout [UInt8]) throws(ArchiveError) {
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
