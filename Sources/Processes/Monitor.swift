import SystemAPI

/// A mutex with a condition variable.
package final class Monitor: @unchecked Sendable {
  // Both must keep their addresses in memory.
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Runs `body` while no other thread holds the lock.
  package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Within `withLock`: releases the lock until another thread calls `broadcast`. It may also return early.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// Waits like `wait()`, but at most until `moment`. Changes of the system's clock change the waiting time.
  ///
  /// - Returns: False after the timeout.
  package func wait(until moment: ContinuousClock.Instant) -> Bool {
    let left = max(ContinuousClock.now.duration(to: moment), .zero).components
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + Int(left.attoseconds / 1_000_000_000)
    end.tv_sec += Int(left.seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    return pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT
  }

  /// Wakes up all waiting threads.
  package func broadcast() { pthread_cond_broadcast(condition) }
}
