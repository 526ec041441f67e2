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
