import Processes

/// A sign of life while nothing is said: CI systems end what is silent for long.
final class Heartbeat: @unchecked Sendable {
  private let pause: Duration
  private let say: @Sendable (String) -> Void
  private let monitor = Monitor()
  // All behind the lock.
  private var task = ""
  private var start = ContinuousClock.now
  private var lastSign = ContinuousClock.now
  private var isOver = false

  /// - Parameters:
  ///   - pause: How many seconds may be silent.
  ///   - say: Told what is still being done; called on a thread of its own.
  init(every pause: Double = 30, saying say: @escaping @Sendable (String) -> Void) {
    self.pause = .seconds(pause)
    self.say = say
    // Where no thread can be had, there are no signs.
    _ = Threads.begin { self.beat() }
  }

  /// Takes note that `task` is begun, which has been said.
  func begin(_ task: String) {
    monitor.withLock {
      self.task = task
      start = ContinuousClock.now
      lastSign = start
    }
  }

  /// Takes note that something has been said.
  func sign() { monitor.withLock { lastSign = ContinuousClock.now } }

  /// Ends it: nothing is said after this has returned.
  func end() {
    monitor.withLock {
      isOver = true
      monitor.tellAll()
    }
  }

  private func beat() {
    monitor.withLock {
      while !isOver {
        if monitor.wait(until: lastSign + pause) { continue }
        let now = ContinuousClock.now
        guard !isOver, !task.isEmpty, lastSign.duration(to: now) >= pause else { continue }
        lastSign = now
        say("still: \(task), \(start.duration(to: now).components.seconds) s")
      }
    }
  }
}
