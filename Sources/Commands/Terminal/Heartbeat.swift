import Processes

/// Periodic log lines during long commands, because CI systems cancel jobs without output.
final class Heartbeat: @unchecked Sendable {
  private let pause: Duration
  private let print: @Sendable (String) -> Void
  private let monitor = Monitor()
  // Protected by `monitor`.
  private var task = ""
  private var start = ContinuousClock.now
  private var lastOutput = ContinuousClock.now
  private var isOver = false

  /// - Parameters:
  ///   - pause: The longest time without output, in seconds.
  ///   - print: Prints a heartbeat line; called on a separate thread.
  init(every pause: Double = 30, printing print: @escaping @Sendable (String) -> Void) {
    self.pause = .seconds(pause)
    self.print = print
    // If no thread can be created, there are no heartbeat lines.
    _ = Threads.begin { self.beat() }
  }

  /// Records the start of `task`, which was just printed.
  func begin(_ task: String) {
    monitor.withLock {
      self.task = task
      start = ContinuousClock.now
      lastOutput = start
    }
  }

  /// Records that something was printed.
  func sign() { monitor.withLock { lastOutput = ContinuousClock.now } }

  /// Stops the heartbeat. Nothing is printed after this returns.
  func end() {
    monitor.withLock {
      isOver = true
      monitor.broadcast()
    }
  }

  private func beat() {
    monitor.withLock {
      while !isOver {
        if monitor.wait(until: lastOutput + pause) { continue }
        let now = ContinuousClock.now
        guard !isOver, !task.isEmpty, lastOutput.duration(to: now) >= pause else { continue }
        lastOutput = now
        print("still running: \(task), \(start.duration(to: now).components.seconds) s")
      }
    }
  }
}
