import Processes
import Testing

@Suite("A monitor")
struct MonitorTests {
  /// The state that several threads change.
  private final class Counter: @unchecked Sendable {
    private let monitor = Monitor()
    private var value = 0

    func raise() {
      monitor.withLock {
        value += 1
        monitor.broadcast()
      }
    }

    /// The value, as soon as it is that large.
    func value(from least: Int) -> Int {
      monitor.withLock {
        while value < least { monitor.wait() }
        return value
      }
    }
  }

  @Test("admits one thread at a time, and wakes waiting ones")
  func counts() {
    let counter = Counter()
    #expect(Threads.begin { for _ in 0..<1000 { counter.raise() } })
    let rest = Threads.results(3) { number in
      for _ in 0..<1000 { counter.raise() }
      return number
    }
    #expect(rest == [0, 1, 2])
    #expect(counter.value(from: 4000) == 4000)
  }

  @Test("unlocks when it throws an error")
  func errors() {
    let monitor = Monitor()
    #expect(throws: CancellationError.self) { try monitor.withLock { throw CancellationError() } }
    #expect(monitor.withLock { true })
  }

  @Test("waits no longer than its limit", arguments: [Duration.milliseconds(1), .zero, .seconds(-5)])
  func time(_ duration: Duration) {
    let monitor = Monitor()
    let end = ContinuousClock.now + duration
    monitor.withLock { while monitor.wait(until: end) {} }
    #expect(ContinuousClock.now >= end)
  }
}
