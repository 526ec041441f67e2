import Libc

/// A lock, and a way to wait for what changes behind it.
package final class Monitor: @unchecked Sendable {
  // Both have to stay where they are in memory.
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

  /// Does `body` while no other thread is in here.
  package func withLock<Result, Failure>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Within `withLock`: lets others in until one of them says that something has changed. It may also return early.
  package func wait() { pthread_cond_wait(condition, mutex) }

  /// The same, but for no longer than until `moment`; who sets the system's clock meanwhile makes it wait for another time.
  ///
  /// - Returns: false when the time is over.
  package func wait(until moment: ContinuousClock.Instant) -> Bool {
    let left = max(ContinuousClock.now.duration(to: moment), .zero).components
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + Int(left.attoseconds / 1_000_000_000)
    end.tv_sec += Int(left.seconds) + nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    return pthread_cond_timedwait(condition, mutex, &end) != ETIMEDOUT
  }

  /// Tells all that wait that something has changed.
  package func tellAll() { pthread_cond_broadcast(condition) }
}
