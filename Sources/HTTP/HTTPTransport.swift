/// Sends one request once. The client over libcurl is one; tests have others, with canned answers.
package protocol HTTPTransport: Sendable {
  /// - Parameter sink: The receiver of the body of an answer from 200 to 299; nil keeps it in memory.
  func send(
    _ request: HTTPRequest, to sink: HTTPSink?, observer: any HTTPObserver
  ) throws(HTTPError) -> HTTPResponse
}

/// The receiver of a large answer, piece by piece.
package struct HTTPSink {
  /// Takes some bytes, and returns why it could not.
  let receive: (UnsafeRawBufferPointer) -> String?

  package init(receive: @escaping (UnsafeRawBufferPointer) -> String?) {
    self.receive = receive
  }
}

/// Follows a request while it is sent, and between its attempts.
package protocol HTTPObserver: Sendable {
  /// So many bytes of the body are sent.
  func didSend(_ count: Int, of total: Int)
  /// The request is sent again after so many seconds.
  func willWait(seconds: Int, reason: String)
  /// Whether the request and every wait have to end now. Read at least once a second.
  var isCancelled: Bool { get }
}
