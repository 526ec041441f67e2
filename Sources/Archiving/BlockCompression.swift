/// Something that makes bytes fewer, used by one thread at a time.
package protocol Compressor: AnyObject {
  /// Appends `block`, compressed by itself, to `output`.
  func compress(_ block: UnsafeRawBufferPointer, to output: inout [UInt8]) throws(ArchiveError)
}

/// How a tar archive is compressed: in blocks of the archive that are cut at fixed offsets and compressed one by one, so
/// that the bytes depend neither on how many threads there are nor on how the repository stores its objects.
package struct BlockCompression: Sendable {
  /// How many bytes of the archive make one block.
  package let blockLength: Int
  private let compressor: @Sendable () throws(ArchiveError) -> any Compressor

  init(blockLength: Int, compressor: @escaping @Sendable () throws(ArchiveError) -> any Compressor) {
    self.blockLength = blockLength
    self.compressor = compressor
  }

  /// A compressor for one thread.
  package func makeCompressor() throws(ArchiveError) -> any Compressor { try compressor() }
}
