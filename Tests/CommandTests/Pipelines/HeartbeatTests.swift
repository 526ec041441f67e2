import Foundation
import Testing

@testable import Commands

@Suite("A heartbeat line")
struct HeartbeatTests {
  /// The lines written so far, by any thread.
  private final class Words: @unchecked Sendable {
    private let condition = NSCondition()
    private var lines: [String] = []

    func append(_ line: String) {
      condition.withLock {
        lines.append(line)
        condition.broadcast()
      }
    }

    /// The first lines, as soon as there are enough.
    func first(_ count: Int) -> [String] {
      condition.withLock {
        while lines.count < count { condition.wait() }
        return Array(lines.prefix(count))
      }
    }

    var count: Int { condition.withLock { lines.count } }
  }

  @Test("is repeated while a task writes nothing, and not after its end")
  func beats() throws {
    let words = Words()
    let heartbeat = Heartbeat(every: 0.001) { words.append($0) }
    heartbeat.begin("run swift build")
    let lines = words.first(3)
    heartbeat.end()
    let count = words.count
    #expect(lines.allSatisfy { $0.wholeMatch(of: /still running: run swift build, [0-9]+ s/) != nil }, "\(lines)")
    heartbeat.begin("another")
    #expect(words.count == count)
  }

  @Test("is not written before there is a task")
  func idle() {
    let words = Words()
    let heartbeat = Heartbeat(every: 0.001) { words.append($0) }
    heartbeat.begin("first")
    #expect(words.first(1).first?.hasPrefix("still running: first, ") == true)
    heartbeat.end()
  }
}
