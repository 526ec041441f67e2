import Libc

/// Where bytes are written to as they come: a stream of this process, or an open file.
struct WritableStream: Sendable {
  static let output = WritableStream(descriptor: STDOUT_FILENO)
  static let errors = WritableStream(descriptor: STDERR_FILENO)

  let descriptor: Int32

  /// Writes all of `bytes`, however slow their reader is.
  func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { try SystemFile.write(bytes, to: descriptor) }

  /// - Throws: `SystemError`.
  func write(_ text: String) throws {
    var text = text
    try text.withUTF8 { try write(UnsafeRawBufferPointer($0)) }
  }
}
