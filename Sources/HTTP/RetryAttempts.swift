import SystemAPI

/// The attempts of one piece of work on a server: how many there were, and how long this process has waited between them.
package struct RetryAttempts {
  private let limit: RetryLimit
  private let waiter: any RetryWaiter
  private let observer: any HTTPObserver
  /// The number of the current attempt, from 1.
  private(set) var count = 1
  private var waited = 0

  init(limit: RetryLimit, waiter: any RetryWaiter, observer: any HTTPObserver) {
    self.limit = limit
    self.waiter = waiter
    self.observer = observer
  }

  /// Waits before the next attempt.
  ///
  /// - Parameter seconds: The duration that the server requires; nil: each wait is longer than the one before.
  /// - Returns: false if this was the last attempt, or if the wait is above the limit or was cancelled.
  package mutating func wait(seconds: Int? = nil, reason: String) -> Bool {
    let seconds = seconds ?? RetryLimit.delay(before: count + 1)
    guard count < limit.attempts, seconds <= limit.seconds - waited else { return false }
    count += 1
    waited += seconds
    if seconds > 0 { observer.willWait(seconds: seconds, reason: reason) }
    return waiter.wait(seconds: seconds, observer: observer)
  }
}

/// How often and how long requests are repeated.
package struct RetryLimit: Sendable, Equatable {
  /// The maximum number of attempts of one request.
  package let attempts: Int
  /// The maximum total wait of one request, in seconds.
  package let seconds: Int

  /// Six attempts, and ten minutes of waiting.
  package static let standard = RetryLimit(attempts: 6, seconds: 600)

  /// For requests before anything is public, whose failure changes nothing: 3 seconds for a server that cannot be
  /// reached.
  package static let check = RetryLimit(attempts: 3, seconds: 600)

  /// Returns the seconds to wait before attempt `attempt`, from 2 on: 1, 2, 4 … and at most 60.
  static func delay(before attempt: Int) -> Int { min(60, 1 << min(attempt - 2, 6)) }
}

/// Waits between two attempts.
package protocol RetryWaiter: Sendable {
  /// - Returns: false if `observer` has cancelled the wait.
  func wait(seconds: Int, observer: any HTTPObserver) -> Bool
}

/// Blocks this thread, and checks for cancellation five times a second.
package struct ThreadWaiter: RetryWaiter {
  package init() {}

  package func wait(seconds: Int, observer: any HTTPObserver) -> Bool {
    let end = ContinuousClock.now.advanced(by: .seconds(seconds))
    while !observer.isCancelled {
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return true }
      usleep(left > .milliseconds(200) ? 200_000 : UInt32(max(1, left.components.attoseconds / 1_000_000_000_000)))
    }
    return false
  }
}
