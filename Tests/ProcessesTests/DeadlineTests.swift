import Testing

@testable import Processes

@Suite("The deadline of a child process")
struct DeadlineTests {
  private typealias Clock = SuspendingClock

  @Test("does not exist without a limit")
  func none() {
    #expect(Deadline(timeout: nil, idleLimit: nil, from: Clock.now).next == nil)
  }

  @Test("counts from its start, and for silence from its last output")
  func both() throws {
    let start = Clock.now
    var deadline = Deadline(timeout: .seconds(100), idleLimit: .seconds(60), from: start)
    let silent = try #require(deadline.next)
    #expect(silent.time == start.advanced(by: .seconds(60)))
    #expect(silent.limit == .seconds(60))

    deadline.lastOutput = start.advanced(by: .seconds(39))
    #expect(deadline.next?.time == start.advanced(by: .seconds(99)))

    deadline.lastOutput = start.advanced(by: .seconds(41))
    let whole = try #require(deadline.next)
    #expect(whole.time == start.advanced(by: .seconds(100)))
    #expect(whole.limit == .seconds(100))
  }
}
