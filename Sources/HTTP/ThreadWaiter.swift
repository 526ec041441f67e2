import SystemAPI

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
