/// A compressor for use by one thread at a time.
package protocol Compressor: AnyObject {
  /// Appends `block`, compressed separately, to `output`.
  func compress(_ block: [UInt8], to output: inout [UInt8]) throws(ArchiveError)
}

/// The compression of a tar archive. The archive is cut into blocks at fixed offsets, which are compressed one by one.
/// So the bytes depend neither on the number of threads nor on how the repository stores its objects.
package struct BlockCompression: Sendable {
  /// The length of one block in bytes.
  package let blockLength: Int
  private let compressor: @Sendable () throws(ArchiveError) -> any Compressor

  init(blockLength: Int, compressor: @escaping @Sendable () throws(ArchiveError) -> any Compressor) {
    self.blockLength = blockLength
    self.compressor = compressor
  }

  /// Returns a compressor for one thread.
  package func makeCompressor() throws(ArchiveError) -> any Compressor { try compressor() }
}
