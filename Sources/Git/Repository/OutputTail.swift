/// The end of what a program or a server writes, which may be without end.
struct OutputTail {
  private(set) var bytes: [UInt8] = []
  private let limit: Int

  /// Keeps between `limit` bytes and twice as many.
  init(limit: Int = 1 << 15) {
    self.limit = limit
  }

  mutating func append(_ more: some Collection<UInt8>) {
    bytes += more
    // Dropping in large pieces makes the work linear.
    if bytes.count > 2 * limit { bytes.removeFirst(bytes.count - limit) }
  }

  /// As text, invalid UTF-8 replaced.
  var text: String { String(decoding: bytes, as: UTF8.self) }
}
