import CCurl

/// Finds that a transfer makes no progress, or that its bodies trickle so that it would never end. The system takes a whole body from libcurl at once, and may need minutes to send it: a
/// request that is then repeated could arrive twice. So bytes that the system is still sending are progress, too.
struct StallWatch {
  /// The average speed of a body in bytes a second, below which it may only last for the limit.
  private static let speed = 1_000

  private let limit: Duration
  private let total: Int
  private var counts: [Int] = []
  private var moment: ContinuousClock.Instant?
  private var firstReceived: ContinuousClock.Instant?
  private var firstSent: ContinuousClock.Instant?

  /// - Parameters:
  ///   - limit: The seconds without progress after which a transfer has stalled.
  ///   - total: The size of the body that is sent, in bytes.
  init(limit: Int, sending total: Int = 0) {
    self.limit = .seconds(limit)
    self.total = total
  }

  /// - Parameters:
  ///   - unsent: The number of bytes that the system has not sent, or whose arrival is not confirmed.
  ///   - now: Not before that of the last call.
  mutating func hasStalled(received: Int, sent: Int, unsent: Int, at now: ContinuousClock.Instant) -> Bool {
    if received > 0, firstReceived == nil { firstReceived = now }
    if sent > 0, firstSent == nil { firstSent = now }
    if isTrickling(received, since: firstReceived, at: now) { return true }
    if sent < total, isTrickling(sent, since: firstSent, at: now) { return true }
    let found = [received, sent, unsent]
    guard found == counts, let moment else {
      (counts, moment) = (found, now)
      return false
    }
    return moment.duration(to: now) >= limit
  }

  private func isTrickling(
    _ count: Int, since start: ContinuousClock.Instant?, at now: ContinuousClock.Instant
  ) -> Bool {
    start.map { $0.duration(to: now) >= limit + .seconds(count / Self.speed) } ?? false
  }
}

/// The connections that libcurl has opened for a transfer.
struct TransferSockets {
  private var descriptors: [Int32] = []

  mutating func add(_ descriptor: Int32) { descriptors.append(descriptor) }

  var unsent: Int { descriptors.reduce(0) { $0 + Int(martlet_socket_unsent($1)) } }

  /// Makes the system drop what it has not sent yet when libcurl closes the connections.
  func discard() { for descriptor in descriptors { martlet_socket_discard(descriptor) } }
}
