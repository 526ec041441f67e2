/// An event during a long request.
package enum ForgeEvent: Sendable, Equatable {
  /// The number of bytes of a file sent so far.
  case uploading(name: String, sent: Int, total: Int)
  /// Martlet waits before it repeats a request; `reason` names the answer of the forge.
  case waiting(seconds: Int, reason: String)
}

/// The receiver of these events, which can also cancel the request.
package protocol ForgeObserver: Sendable {
  func receive(_ event: ForgeEvent)
  /// Whether the request and every wait have to end now. Read at least once a second.
  var isCancelled: Bool { get }
}
