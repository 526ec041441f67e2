import CDeflate
import CZlib
import MartletVersioning

/// Decompresses git's data, on one thread.
final class Inflater {
  private let decompressor: OpaquePointer

  init?() {
    guard let decompressor = libdeflate_alloc_decompressor() else { return nil }
    self.decompressor = decompressor
  }

  deinit { libdeflate_free_decompressor(decompressor) }

  /// Returns the `length` bytes in the stream at the start of `input`; nil when it contains more, fewer or none.
  func object(_ kind: ObjectKind, length: Int, in input: ByteView) -> ObjectBuffer? {
    // Deflate compresses about a thousandfold at most, so a forged length cannot allocate much memory.
    guard length >= 0, length / 1100 <= input.count else { return nil }
    let object = ObjectBuffer(kind, length: length)
    let code = object.fill { output in
      libdeflate_zlib_decompress(
        decompressor, input.pointers.baseAddress, input.count, output.baseAddress, output.count, nil)
    }
    return code == LIBDEFLATE_SUCCESS ? object : nil
  }

  /// Returns the first bytes in the stream at the start of `input`, at most `count`; empty without a stream.
  static func beginning(of input: ByteView, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { output, written in
      var stream = z_stream()
      guard input.count <= Int(UInt32.max), martlet_inflate_begin(&stream) == Z_OK else { return }
      defer { inflateEnd(&stream) }
      stream.next_in = UnsafeMutablePointer(mutating: input.pointers.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(count)
      let code = inflate(&stream, Z_FINISH)
      // A full output contains all requested bytes.
      if code == Z_STREAM_END || stream.avail_out == 0 { written = count - Int(stream.avail_out) }
    }
  }

  /// Passes the `length` bytes in the stream at the start of `input` to `receive`, in parts.
  ///
  /// - Throws: `DamagedStream` when it contains more or fewer; the error of `receive`.
  static func stream(
    _ input: ByteView, length: Int, _ receive: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    var stream = z_stream()
    guard martlet_inflate_begin(&stream) == Z_OK else { throw DamagedStream() }
    defer { inflateEnd(&stream) }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
    defer { buffer.deallocate() }
    var rest = input.pointers[...]
    var left = length
    while left > 0 {
      if stream.avail_in == 0 {
        let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 24))
        rest = rest.dropFirst(part.count)
        stream.next_in = UnsafeMutablePointer(mutating: part.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(part.count)
      }
      stream.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
      stream.avail_out = UInt32(buffer.count)
      let code = inflate(&stream, Z_NO_FLUSH)
      let count = buffer.count - Int(stream.avail_out)
      guard code == Z_OK || code == Z_STREAM_END, count <= left, count > 0 || stream.avail_in == 0 && !rest.isEmpty,
        code == Z_OK || count == left
      else { throw DamagedStream() }
      left -= count
      try receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
    }
  }
}

/// The compressed bytes are invalid.
package struct DamagedStream: Error {
  package init() {}
}
