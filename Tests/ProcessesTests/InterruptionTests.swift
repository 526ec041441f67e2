import Foundation
import Processes
import Testing

@Suite("An interruption")
struct InterruptionTests {
  @Test("is nothing at first")
  func nothing() throws {
    let interruption = try Interruption()
    #expect(interruption.signal == nil)
    #expect(!interruption.isUrgent)
    interruption.acknowledge()
    #expect(interruption.signal == nil)
  }

  @Test("is the first signal until it has been dealt with")
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
    interruption.insist(SIGTERM)
    #expect(interruption.signal == SIGINT)
    #expect(interruption.isUrgent)
    interruption.acknowledge()
    #expect(interruption.signal == SIGTERM)
    #expect(interruption.isUrgent)
  }

  @Test("is seen by other threads")
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

  @Test("comes before what cannot be read yet, and after what can")
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
