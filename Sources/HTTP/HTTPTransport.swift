/// Sends one request once. `HTTPClient` uses libcurl; tests use canned answers.
package protocol HTTPTransport: Sendable {
  /// - Parameter sink: The receiver of the body of an answer from 200 to 299; nil keeps it in memory.
  func send(
    _ request: HTTPRequest, to sink: HTTPSink?, observer: any HTTPObserver
  ) throws(HTTPError) -> HTTPResponse
}

/// The receiver of a large answer, piece by piece.
package struct HTTPSink {
  /// Receives some bytes; returns the error, if any.
  let receive: ([UInt8]) -> String?

  package init(receive: @escaping ([UInt8]) -> String?) {
    self.receive = receive
  }
}

/// Observes a request while it is sent, and between its attempts.
package protocol HTTPObserver: Sendable {
  /// Receives the number of bytes of the body sent so far.
  func didSend(_ count: Int, of total: Int)
  /// Receives the seconds until the request is sent again.
  func willWait(seconds: Int, reason: String)
  /// Whether the request and every wait have to end now. It is read at least once a second.
  var isCancelled: Bool { get }
}
