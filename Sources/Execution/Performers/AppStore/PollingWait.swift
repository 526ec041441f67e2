import HTTP
import Lanes

/// The pauses between reads of work at Apple: 5 seconds, growing to a minute, up to a limit.
struct PollingWait {
  private let session: AppStoreSession
  private let limit: Int
  private let title: String
  private var pause = 5
  private var waited = 0
  private var count = 0

  init(_ session: AppStoreSession, limit: Int, title: String) {
    (self.session, self.limit, self.title) = (session, limit, title)
  }

  /// Waits.
  ///
  /// - Returns: False if the limit is reached.
  /// - Throws: `ExecutionError.interrupted`.
  mutating func next(in workspace: Workspace) throws -> Bool {
    count += 1
    // A test server answers at once.
    let seconds = session.isOnLoopback ? (count < 20 ? 0 : 1) : min(pause, limit - waited)
    guard waited < limit else { return false }
    pause = min(60, pause * 3 / 2)
    waited += max(1, seconds)
    if seconds > 0 { session.observer.willWait(seconds: seconds, reason: title) }
    _ = ThreadWaiter().wait(seconds: seconds, observer: session.observer)
    try workspace.checkForInterruption()
    return true
  }
}
