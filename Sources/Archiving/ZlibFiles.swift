/// Compresses files of a zip archive with zlib.
final class ZlibFiles: Compressor {
  private let stream: ZlibStream

  init(level: Int) throws(ArchiveError) {
    stream = try ZlibStream(.none, level: level)
  }

  func compress(_ block: UnsafeRawBufferPointer, to output: inout [UInt8]) throws(ArchiveError) {
    try stream.compress(block, to: &output)
  }
}
