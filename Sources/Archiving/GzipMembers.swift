import CDeflate

/// Creates members of a gzip file with libdeflate, without name and time.
final class GzipMembers: Compressor {
  private let compressor: OpaquePointer

  init(level: Int) throws(ArchiveError) {
    guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { throw .outOfMemory }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  func compress(_ block: [UInt8], to output: inout [UInt8]) throws(ArchiveError) {
    let bound = libdeflate_gzip_compress_bound(compressor, block.count)
    let member = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_gzip_compress(compressor, block, block.count, buffer.baseAddress, bound)
    }
    guard !member.isEmpty else { throw .compression(library: "libdeflate", reason: "the block does not fit its bound") }
    output += member
  }
}

extension BlockCompression {
  /// Returns the compression to members of a gzip file (RFC 1952, section 2.2), by libdeflate; levels 1 to 12.
  static func gzip(level: Int) -> BlockCompression {
    BlockCompression(blockLength: 1 << 20) { () throws(ArchiveError) in try GzipMembers(level: level) }
  }
}
