import Libc

/// What asks this process to stop: the signals that came and are not handled yet.
///
/// They are in a queue of the system, so that every thread can read them and `poll` wakes for them.
package final class Interruption: Sendable {
  /// Can be read from while there is a signal; only this object reads.
  let descriptor: Int32
  private let entrance: Int32

  /// Marks a signal whose sender will not wait.
  private static let urgent: UInt8 = 0x80

  /// Nothing has come yet.
  package init() throws(ProcessError) {
    guard let ends = Platform.makeSocketPair() else { throw .noInterruption(reason: SystemError.last.message) }
    (descriptor, entrance) = ends
  }

  deinit {
    close(descriptor)
    close(entrance)
  }

  /// Asks to stop, in good order.
  package func request(_ signal: Int32) { put(UInt8(truncatingIfNeeded: signal) & ~Self.urgent) }

  /// Asks to stop at once.
  package func insist(_ signal: Int32) { put(UInt8(truncatingIfNeeded: signal) | Self.urgent) }

  /// The number of the signal that came first; nil when none has come.
  package var signal: Int32? { queue.first.map { Int32($0 & ~Self.urgent) } }

  /// Whether there is no time left for good order.
  package var isUrgent: Bool { queue.contains { $0 & Self.urgent != 0 } }

  /// Waits until `other` can be read from, or is at its end.
  ///
  /// - Returns: the signal that came before that; nil when none did.
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

  /// The request has been dealt with: what is done from now on can be interrupted again. That a stop at once was asked
  /// for stays.
  package func acknowledge() {
    while let first = queue.first, first & Self.urgent == 0 { _ = receive(flags: 0) }
  }

  private var queue: [UInt8] { receive(flags: Int32(MSG_PEEK)) }

  /// The bytes of the queue, as many as ever matter; one byte when it is taken.
  private func receive(flags: Int32) -> [UInt8] {
    [UInt8](unsafeUninitializedCapacity: 16) { buffer, count in
      let limit = flags == 0 ? 1 : buffer.count
      count = max(0, recv(descriptor, buffer.baseAddress, limit, flags | Int32(MSG_DONTWAIT)))
    }
  }

  private func put(_ byte: UInt8) {
    _ = withUnsafeBytes(of: byte) { Platform.writeQuietly(entrance, $0) }
  }
}

extension Interruption: Equatable {
  package static func == (one: Interruption, other: Interruption) -> Bool { one === other }
}
