import CDeflate
import CZlib
import MartletCore

/// Decompresses git's data, on one thread.
final class Inflater {
  /// Nil without enough memory.
  private let decompressor = libdeflate_alloc_decompressor()

  deinit { libdeflate_free_decompressor(decompressor) }

  /// Returns the `length` bytes in the stream at the start of `input`, and the length of the stream.
  ///
  /// - Throws: `Refusal` when it contains more, fewer or none, or they do not fit into memory.
  func object(
    _ kind: ObjectKind, length: Int, in input: ByteView
  ) throws(Refusal) -> (object: ObjectBuffer, used: Int) {
    // Deflate compresses about a thousandfold at most, so a forged length cannot allocate much memory.
    guard let decompressor else { throw Refusal("there is not enough memory to decompress it") }
    guard length >= 0, length / 1100 <= input.count else { throw .invalidStream }
    let object = try ObjectBuffer(kind, length: length)
    var used = 0
    let code = object.fill { output in
      libdeflate_zlib_decompress_ex(
        decompressor, input.pointers.baseAddress, input.count, output.baseAddress, output.count, &used, nil)
    }
    guard code == LIBDEFLATE_SUCCESS else { throw .invalidStream }
    return (object, used)
  }

  /// Returns the first bytes in the stream at the start of `input`, at most `count`; empty without a stream.
  static func beginning(of input: ByteView, count: Int) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: count) { output, written in
      var stream = z_stream()
      guard martlet_inflate_begin(&stream) == Z_OK else { return }
      defer { inflateEnd(&stream) }
      stream.next_in = UnsafeMutablePointer(mutating: input.pointers.bindMemory(to: UInt8.self).baseAddress)
      stream.avail_in = UInt32(clamping: input.count)
      stream.next_out = output.baseAddress
      stream.avail_out = UInt32(count)
      let code = inflate(&stream, Z_FINISH)
      // A full output contains all requested bytes.
      if code == Z_STREAM_END || stream.avail_out == 0 { written = count - Int(stream.avail_out) }
    }
  }

  /// Passes the `length` bytes in the stream at the start of `input` to `receive`, in parts.
  ///
  /// - Returns: The length of the stream.
  /// - Throws: `Refusal` when it contains more or fewer; the error of `receive`.
  @discardableResult
  static func stream(
    _ input: ByteView, length: Int, _ receive: (ByteView) throws -> Void
  ) throws -> Int {
    var stream = z_stream()
    guard martlet_inflate_begin(&stream) == Z_OK else { throw Refusal.invalidStream }
    defer { inflateEnd(&stream) }
    var rest = input.pointers[...]
    var left = length
    while true {
      if stream.avail_in == 0 {
        let part = UnsafeRawBufferPointer(rebasing: rest.prefix(1 << 24))
        rest = rest.dropFirst(part.count)
        stream.next_in = UnsafeMutablePointer(mutating: part.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(part.count)
      }
      var code = Z_OK
      let output = ByteView(count: 1 << 18) { buffer in
        stream.next_out = buffer.bindMemory(to: UInt8.self).baseAddress
        stream.avail_out = UInt32(buffer.count)
        code = inflate(&stream, Z_NO_FLUSH)
      }
      let count = output.count - Int(stream.avail_out)
      guard code == Z_OK || code == Z_STREAM_END, count <= left, code == Z_STREAM_END || count > 0 || !rest.isEmpty
      else { throw Refusal.invalidStream }
      left -= count
      if count > 0, let part = output.part(0..<count) { try receive(part) }
      if code == Z_STREAM_END { break }
    }
    guard left == 0 else { throw Refusal.invalidStream }
    return input.count - rest.count - Int(stream.avail_in)
  }
}

extension Refusal {
  static var invalidStream: Refusal {
    Refusal("its compressed bytes are invalid, or have another length than its header states")
  }
}
