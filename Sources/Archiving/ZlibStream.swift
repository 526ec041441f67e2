import CZlib

/// Compresses a stream to the bytes of a large file in a zip archive.
package final class ZlibStream {
  private let stream: UnsafeMutablePointer<z_stream>

  package init() throws(ArchiveError) {
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    guard martlet_deflate_begin(stream, DeflateCompressor.level) == Z_OK else { throw .outOfMemory }
  }

  deinit {
    deflateEnd(stream)
    stream.deallocate()
  }

  /// Compresses `bytes`; some output may follow later.
  package func append(_ bytes: [UInt8], to output: inout [UInt8]) throws(ArchiveError) {
    try feed(bytes, Z_NO_FLUSH, to: &output)
  }

  /// Ends the stream.
  package func finish(to output: inout [UInt8]) throws(ArchiveError) {
    try feed([], Z_FINISH, to: &output)
  }

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
