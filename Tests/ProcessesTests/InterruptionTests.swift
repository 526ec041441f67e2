import Foundation
import Processes
import Testing

@Suite("An interruption")
struct InterruptionTests {
  @Test("is nil at first")
  func nothing() throws {
    let interruption = try Interruption()
    #expect(interruption.signal == nil)
    #expect(!interruption.isUrgent)
    interruption.acknowledge()
    #expect(interruption.signal == nil)
  }

  @Test("is the first signal until it is handled")
  func request() throws {
    let interruption = try Interruption()
    interruption.request(SIGTERM)
    interruption.request(SIGINT)
    #expect(interruption.signal == SIGTERM)
    #expect(interruption.signal == SIGTERM)
    #expect(!interruption.isUrgent)
    interruption.acknowledge()
    #expect(interruption.signal == nil)
  }

  @Test("stays urgent")
  func urgency() throws {
    let interruption = try Interruption()
    interruption.request(SIGINT)
    interruption.sendUrgently(SIGTERM)
    #expect(interruption.signal == SIGINT)
    #expect(interruption.isUrgent)
    interruption.acknowledge()
    #expect(interruption.signal == SIGTERM)
    #expect(interruption.isUrgent)
  }

  @Test("is visible to other threads")
  func threads() async throws {
    let interruption = try Interruption()
    await Task.detached { interruption.request(SIGHUP) }.value
    #expect(interruption.signal == SIGHUP)
  }

  @Test("holds any number of signals")
  func many() throws {
    let interruption = try Interruption()
    for _ in 0..<100_000 { interruption.request(SIGINT) }
    interruption.acknowledge()
    #expect(interruption.signal == nil)
  }

  @Test("precedes unreadable input, and follows readable input")
  func reading() throws {
    let interruption = try Interruption()
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
    let descriptor = pipe.fileHandleForReading.fileDescriptor
    #expect(interruption.signal(beforeReading: descriptor) == nil)
    _ = try pipe.fileHandleForReading.read(upToCount: 1)
    interruption.request(SIGINT)
    #expect(interruption.signal(beforeReading: descriptor) == SIGINT)
  }
}
