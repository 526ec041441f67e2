/// What happens during a request that takes long.
package enum ForgeEvent: Sendable, Equatable {
  /// So many bytes of a file are sent.
  case uploading(name: String, sent: Int, total: Int)
  /// Martlet waits before it repeats a request; `reason` says what the forge answered.
  case waiting(seconds: Int, reason: String)
}

/// The receiver of these events, which can also cancel the request.
package protocol ForgeObserver: Sendable {
  func receive(_ event: ForgeEvent)
  /// Whether the request and every wait have to end now. Read at least once a second.
  var isCancelled: Bool { get }
}
