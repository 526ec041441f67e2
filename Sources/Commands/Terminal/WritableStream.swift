import SystemAPI

/// An unbuffered output: a standard stream of this process, or an open file.
struct WritableStream: Sendable {
  static let output = WritableStream(descriptor: STDOUT_FILENO)
  static let errors = WritableStream(descriptor: STDERR_FILENO)

  let descriptor: Int32

  /// Writes all of `bytes`, and waits for a slow reader.
  func write(_ bytes: [UInt8]) throws(SystemError) { try SystemFile.write(bytes, to: descriptor) }

  func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }
}
