import CZstd

/// Creates frames of a Zstandard file, each with a checksum.
final class ZstdFrames: Compressor {
  private let context: OpaquePointer

  init(level: Int) throws(ArchiveError) {
    guard let context = ZSTD_createCCtx() else { throw .outOfMemory }
    self.context = context
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, Int32(level))
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1)
  }

  deinit { ZSTD_freeCCtx(context) }

  func compress(_ block: [UInt8], to output: inout [UInt8]) throws(ArchiveError) {
    let bound = ZSTD_compressBound(block.count)
    var code = 0
    let frame = [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      code = ZSTD_compress2(context, buffer.baseAddress, bound, block, block.count)
      count = ZSTD_isError(code) == 0 ? code : 0
    }
    guard ZSTD_isError(code) == 0 else {
      throw .compression(library: "libzstd", reason: String(cString: ZSTD_getErrorName(code)))
    }
    output += frame
  }
}

extension BlockCompression {
  /// Returns the compression to frames of a Zstandard file (RFC 8878, section 3.1); levels 1 to 19.
  static func zstd(level: Int) -> BlockCompression {
    BlockCompression(blockLength: 1 << 22) { () throws(ArchiveError) in try ZstdFrames(level: level) }
  }
}
