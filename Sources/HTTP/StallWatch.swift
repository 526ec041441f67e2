import CCurl

/// Finds that a transfer makes no progress. The system takes a whole body from libcurl at once, and may need minutes to send it: a
/// request that is then repeated could arrive twice. So bytes that the system is still sending are progress, too.
struct StallWatch {
  private let limit: Duration
  private var counts: [Int] = []
  private var moment: ContinuousClock.Instant?

  /// - Parameter limit: The seconds without progress after which a transfer has stalled.
  init(limit: Int) { self.limit = .seconds(limit) }

  /// - Parameters:
  ///   - unsent: The number of bytes that the system has not sent, or whose arrival is not confirmed.
  ///   - now: Not before that of the last call.
  mutating func hasStalled(received: Int, sent: Int, unsent: Int, at now: ContinuousClock.Instant) -> Bool {
    let found = [received, sent, unsent]
    guard found == counts, let moment else {
      (counts, moment) = (found, now)
      return false
    }
    return moment.duration(to: now) >= limit
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
