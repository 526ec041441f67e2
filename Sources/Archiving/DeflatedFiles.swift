import CDeflate

/// Compresses files of a zip archive with libdeflate.
final class DeflatedFiles: Compressor {
  private let compressor: OpaquePointer

  init(level: Int) throws(ArchiveError) {
    guard let compressor = libdeflate_alloc_compressor(Int32(level)) else { throw .outOfMemory }
    self.compressor = compressor
  }

  deinit { libdeflate_free_compressor(compressor) }

  func compress(_ block: UnsafeRawBufferPointer, to output: inout [UInt8]) throws(ArchiveError) {
    let bound = libdeflate_deflate_compress_bound(compressor, block.count)
    output += [UInt8](unsafeUninitializedCapacity: bound) { buffer, count in
      count = libdeflate_deflate_compress(compressor, block.baseAddress, block.count, buffer.baseAddress, bound)
    }
  }
}
