import CZlib

/// Decompresses deflate streams that may be hostile: the output has an announced size, and a limit.
enum Inflation {
  /// What is around the compressed bytes.
  enum Wrapping: Int32 {
    /// Nothing, as in a zip archive.
    case none = -15
    /// A zlib header, as in a xar archive.
    case zlib = 15
    /// zlib or gzip, whichever is there.
    case detected = 47
  }

  /// Returns the `size` bytes in the stream at the start of `input`; nil if it is invalid, or has another size.
  static func bytes(of input: [UInt8], size: Int, _ wrapping: Wrapping) -> [UInt8]? {
    // Deflate compresses about a thousandfold at most, so a forged size cannot allocate much memory.
    guard size >= 0, size / 1100 <= input.count else { return nil }
    let output = prefix(of: input, limit: size + 1, wrapping)
    return output?.count == size ? output : nil
  }

  /// Returns the first bytes in the stream, at most `limit`; nil if it is invalid up to there.
  static func prefix(of input: [UInt8], limit: Int, _ wrapping: Wrapping) -> [UInt8]? {
    var isValid = false
    let output = input.withUnsafeBytes { input in
      [UInt8](unsafeUninitializedCapacity: limit) { output, written in
        var stream = z_stream()
        guard martlet_inflate_begin_wrapped(&stream, wrapping.rawValue) == Z_OK else { return }
        defer { inflateEnd(&stream) }
        stream.next_in = UnsafeMutablePointer(mutating: input.bindMemory(to: UInt8.self).baseAddress)
        stream.avail_in = UInt32(clamping: input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = UInt32(clamping: limit)
        let code = inflate(&stream, Z_FINISH)
        isValid = code == Z_STREAM_END || (stream.avail_out == 0 && code != Z_DATA_ERROR)
        written = limit - Int(stream.avail_out)
      }
    }
    return isValid ? output : nil
  }
}
