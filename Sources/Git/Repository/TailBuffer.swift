/// The end of the output of a program or server, which may be unlimited.
struct TailBuffer {
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  /// Creates a buffer that keeps between `limit` and twice as many bytes.
  init(limit: Int = 1 << 15) {
    self.limit = limit
  }

  mutating func append(_ more: some Collection<UInt8>) {
    bytes += more
    // Removing large pieces keeps the time linear.
    if bytes.count > 2 * limit { bytes.removeFirst(bytes.count - limit) }
  }

  /// The text, with invalid UTF-8 replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
