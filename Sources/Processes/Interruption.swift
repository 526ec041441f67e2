import SystemAPI

/// The signals to stop this process that have not been handled yet.
///
/// They are in a queue of the system, so that every thread can read them and `poll` wakes up for them.
package final class Interruption: Sendable {
  /// Readable while there is a signal; only this object reads from it.
  let descriptor: Int32
  private let writeEnd: Int32

  /// The mark of a signal that requires an immediate stop.
  private static let urgent: UInt8 = 0x80

  /// Creates an empty queue.
  package init() throws(ProcessError) {
    guard let ends = Platform.makeSocketPair() else { throw .noInterruption(reason: SystemError.last.message) }
    (descriptor, writeEnd) = ends
  }

  deinit {
    close(descriptor)
    close(writeEnd)
  }

  /// Requests an orderly stop.
  package func request(_ signal: Int32) { put(UInt8(truncatingIfNeeded: signal) & ~Self.urgent) }

  /// Requests an immediate stop.
  package func sendUrgently(_ signal: Int32) { put(UInt8(truncatingIfNeeded: signal) | Self.urgent) }

  /// The number of the first signal; nil for none.
  package var signal: Int32? { queue.first.map { Int32($0 & ~Self.urgent) } }

  /// Whether an immediate stop is requested.
  package var isUrgent: Bool { queue.contains { $0 & Self.urgent != 0 } }

  /// Waits until `other` is readable or at its end.
  ///
  /// - Returns: The signal that came before that; nil for none.
  package func signal(beforeReading other: Int32) -> Int32? {
    while signal == nil {
      var polls = [
        pollfd(fd: other, events: Int16(POLLIN), revents: 0), pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      ]
      let count = poll(&polls, nfds_t(polls.count), -1)
      if count < 0, errno == EINTR { continue }
      if count < 0 || polls[0].revents != 0 { break }
    }
    return signal
  }

  /// Marks the signals as handled, so that later work can be interrupted again. A request for an immediate stop stays.
  package func acknowledge() {
    while let first = queue.first, first & Self.urgent == 0 { _ = receive(flags: 0) }
  }

  private var queue: [UInt8] { receive(flags: Int32(MSG_PEEK)) }

  /// Returns the first bytes of the queue with `MSG_PEEK`; without it, removes and returns one byte.
  private func receive(flags: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      let limit = flags == 0 ? 1 : buffer.count
      count = max(0, recv(descriptor, buffer.baseAddress, limit, flags | Int32(MSG_DONTWAIT)))
    }
  }

  private func put(_ byte: UInt8) {
    _ = withUnsafeBytes(of: byte) { Platform.writeQuietly(writeEnd, $0) }
  }
}

extension Interruption: Equatable {
  package static func == (one: Interruption, other: Interruption) -> Bool { one === other }
}
