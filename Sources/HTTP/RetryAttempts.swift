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
    guard count < limit.attempts, waited + seconds <= limit.seconds else { return false }
    count += 1
    waited += seconds
    if seconds > 0 { observer.willWait(seconds: seconds, reason: reason) }
    return waiter.wait(seconds: seconds, observer: observer)
  }
}
