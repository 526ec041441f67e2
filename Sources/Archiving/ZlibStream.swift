import CZlib

/// Compresses a stream with zlib and git's settings: the same bytes as git with the same zlib.
package final class ZlibStream {
  /// The format around the compressed bytes.
  package enum Wrapping: Int32, Sendable {
    /// Nothing, as in a zip archive.
    case none = -15
    /// One gzip member with the system `Unix` and no time.
    case gzip = 31
  }

  private let stream: UnsafeMutablePointer<z_stream>
  private let header: UnsafeMutablePointer<gz_header>

  /// - Parameter level: 0 to 9.
  package init(_ wrapping: Wrapping, level: Int) throws(ArchiveError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    header = .allocate(capacity: 1)
    header.initialize(to: gz_header())
    header.pointee.os = 3
    guard martlet_deflate_begin(stream, Int32(level), wrapping.rawValue) == Z_OK else { throw .outOfMemory }
    if wrapping == .gzip { deflateSetHeader(stream, header) }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
    header.deallocate()
  }

  /// Compresses `bytes`; some output may follow later.
  package func append(_ bytes: [UInt8], to output: inout [UInt8]) throws(ArchiveError) {
    try feed(bytes, Z_NO_FLUSH, to: &output)
  }

  /// Ends the stream. After `restart` it can be used again.
  package func finish(to output: inout [UInt8]) throws(ArchiveError) {
    try feed([], Z_FINISH, to: &output)
  }

  /// Compresses `bytes` as one stream.
  package func compress(_ bytes: [UInt8], to output: inout [UInt8]) throws(ArchiveError) {
    try feed(bytes, Z_FINISH, to: &output)
    restart()
  }

  package func restart() { deflateReset(stream) }

  private func feed(_ bytes: [UInt8], _ flush: Int32, to output: inout [UInt8]) throws(ArchiveError) {
    try bytes.withUnsafeBufferPointer { bytes throws(ArchiveError) in
      // zlib counts the input in 32 bits.
      var rest = bytes[...]
      repeat {
        let piece = UnsafeBufferPointer(rebasing: rest.prefix(1 << 30))
        rest = rest.dropFirst(piece.count)
        stream.pointee.next_in = UnsafeMutablePointer(mutating: piece.baseAddress)
        stream.pointee.avail_in = UInt32(piece.count)
        try drain(rest.isEmpty ? flush : Z_NO_FLUSH, to: &output)
      } while !rest.isEmpty
    }
  }

  private func drain(_ flush: Int32, to output: inout [UInt8]) throws(ArchiveError) {
    var code = Z_OK
    repeat {
      let room = max(4096, min(1 << 20, Int(stream.pointee.avail_in) / 2))
      output += [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
        stream.pointee.next_out = buffer.baseAddress
        stream.pointee.avail_out = UInt32(room)
        code = deflate(stream, flush)
        count = room - Int(stream.pointee.avail_out)
      }
      guard code == Z_OK || code == Z_STREAM_END || code == Z_BUF_ERROR else {
        throw .compression(library: "zlib", reason: "error \(code)")
      }
    } while code != Z_STREAM_END && (flush == Z_FINISH || stream.pointee.avail_out == 0)
  }
}
