import MartletCore

/// Sends requests, and repeats those that are safe to repeat.
///
/// A request that only reads is repeated after a rate limit, a server error and a lost connection. A request that
/// changes something is repeated only if the server certainly did not perform it: after a rate limit, or without a
/// connection.
package struct HTTPSession: Sendable {
  package enum Outcome: Sendable, Equatable {
    case answered(HTTPResponse)
    /// The server requires a wait above the limit.
    case limited(seconds: Int, HTTPResponse)
    /// The server may have performed a request that changes something. There is an answer if a gateway gave up.
    case unknown(HTTPError?, HTTPResponse?)
    /// The request was not performed.
    case failed(HTTPError)
  }

  private let transport: any HTTPTransport
  private let limit: RetryLimit
  private let waiter: any RetryWaiter

  package init(
    _ transport: any HTTPTransport, limit: RetryLimit = .standard, waiter: any RetryWaiter = ThreadWaiter()
  ) {
    self.transport = transport
    self.limit = limit
    self.waiter = waiter
  }

  /// - Parameters:
  ///   - sink: Makes a receiver of the body for each attempt.
  ///   - transient: Further statuses after which the request is repeated: the server certainly did nothing, and may
  ///     accept the request later.
  package func send(
    _ request: HTTPRequest, observer: any HTTPObserver, transient: Set<Int> = [],
    to sink: () throws(HTTPError) -> HTTPSink? = { () throws(HTTPError) in nil }
  ) -> Outcome {
    var attempts = attempts(observer: observer)
    while true {
      let wait: (seconds: Int?, reason: String)
      let final: Outcome
      do {
        let response = try transport.send(request, to: try sink(), observer: observer)
        guard let found = delay(after: response, to: request, transient, attempts.count) else {
          return request.isSafe || response.status < 500 ? .answered(response) : .unknown(nil, response)
        }
        wait = found
        final = RateLimit.seconds(of: response).map { .limited(seconds: $0, response) } ?? .answered(response)
      } catch {
        final = error.mayHaveArrived && !request.isSafe ? .unknown(error, nil) : .failed(error)
        guard error.isTransient, request.isSafe || !error.mayHaveArrived else { return final }
        wait = (nil, error.firstMessage)
      }
      guard attempts.wait(seconds: wait.seconds, reason: wait.reason) else { return final }
    }
  }

  /// The attempts of work that a caller repeats, because it knows when that is safe.
  package func attempts(observer: any HTTPObserver) -> RetryAttempts {
    RetryAttempts(limit: limit, waiter: waiter, observer: observer)
  }

  /// How long to wait before the request is sent again, or nil for the usual time, and why; nil if the answer is final.
  private func delay(
    after response: HTTPResponse, to request: HTTPRequest, _ transient: Set<Int>, _ attempt: Int
  ) -> (seconds: Int?, reason: String)? {
    if let seconds = RateLimit.seconds(of: response) {
      // For a limit without a duration, each wait is longer.
      let isStated =
        response["Retry-After"] != nil || response.headers.contains { $0.name.lowercased().hasSuffix("-reset") }
      return (isStated ? seconds : max(seconds, 30 << attempt), "rate limit, status \(response.status)")
    }
    if transient.contains(response.status) || request.isSafe && response.status >= 500 {
      return (nil, "status \(response.status)")
    }
    return nil
  }
}

extension HTTPSession.Outcome {
  /// Why a final outcome is not an answer that can be decoded.
  package var error: HTTPError? {
    switch self {
    case .failed(let error): error
    case .unknown(let error, _): error
    case .answered, .limited: nil
    }
  }
}
