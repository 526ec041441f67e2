import Foundation

/// A sign of life while nothing is said: CI systems end what is silent for long.
final class Heartbeat: @unchecked Sendable {
  private let pause: TimeInterval
  private let say: @Sendable (String) -> Void
  private let condition = NSCondition()
  // All behind the lock.
  private var task = ""
  private var start = Date()
  private var lastSign = Date()
  private var isOver = false

  /// - Parameters:
  ///   - pause: How many seconds may be silent.
  ///   - say: Told what is still being done; called on a thread of its own.
  init(every pause: TimeInterval = 30, saying say: @escaping @Sendable (String) -> Void) {
    self.pause = pause
    self.say = say
    Thread.detachNewThread { self.beat() }
  }

  /// Takes note that `task` is begun, which has been said.
  func begin(_ task: String) {
    condition.withLock {
      self.task = task
      start = Date()
      lastSign = start
    }
  }

  /// Takes note that something has been said.
  func sign() { condition.withLock { lastSign = Date() } }

  /// Ends it: nothing is said after this has returned.
  func end() {
    condition.withLock {
      isOver = true
      condition.signal()
    }
  }

  private func beat() {
    condition.withLock {
      while !isOver {
        if condition.wait(until: lastSign.addingTimeInterval(pause)) { continue }
        let now = Date()
        guard !isOver, !task.isEmpty, now.timeIntervalSince(lastSign) >= pause else { continue }
        lastSign = now
        say("still: \(task), \(Int(now.timeIntervalSince(start))) s")
      }
    }
  }
}
