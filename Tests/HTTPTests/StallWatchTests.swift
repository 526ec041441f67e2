import Foundation
import TestSupport
import Testing

@testable import HTTP

@Suite("A transfer without progress")
struct StallWatchTests {
  @Test("has stalled after the limit; bytes that the system is still sending are progress")
  func limit() {
    var watch = StallWatch(limit: 10)
    let start = ContinuousClock.now
    func hasStalled(_ seconds: Int, unsent: Int) -> Bool {
      watch.hasStalled(received: 0, sent: 500, unsent: unsent, at: start.advanced(by: .seconds(seconds)))
    }
    #expect(!hasStalled(0, unsent: 400))
    #expect(!hasStalled(9, unsent: 300))
    #expect(!hasStalled(18, unsent: 0))
    #expect(!hasStalled(27, unsent: 0))
    #expect(hasStalled(28, unsent: 0))
  }

  @Test("has stalled, too, if its answer trickles: the limit is for bodies below 1,000 bytes a second")
  func trickles() {
    let start = ContinuousClock.now
    func stall(speed: Int, received: Bool) -> Int? {
      var watch = StallWatch(limit: 10, sending: 1 << 20)
      return (0..<100).first { second in
        watch.hasStalled(
          received: received ? second * speed : 0, sent: received ? 1 << 20 : second * speed, unsent: 0,
          at: start.advanced(by: .seconds(second)))
      }
    }
    #expect(stall(speed: 1, received: true) == 11)
    #expect(stall(speed: 500, received: true) == 21)
    #expect(stall(speed: 1_000, received: true) == nil)
    #expect(stall(speed: 1, received: false) == 11)
    #expect(stall(speed: 1_100, received: false) == nil)
  }

  @Test("whose bytes wait in the system is dropped with its connection")
  func discard() throws {
    // It accepts connections, and never reads.
    let server = try SilentServer()
    let descriptor = socket(AF_INET, SilentServer.stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = server.port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    #expect(connected == 0)
    var sockets = TransferSockets()
    sockets.add(descriptor)
    #expect(sockets.unsent == 0)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    let bytes = [UInt8](repeating: 1, count: 1 << 20)
    while write(descriptor, bytes, bytes.count) > 0 {}
    #expect(sockets.unsent > 0)
    sockets.discard()
    var value = linger()
    var size = socklen_t(MemoryLayout<linger>.size)
    #expect(getsockopt(descriptor, SOL_SOCKET, SO_LINGER, &value, &size) == 0)
    #expect(value.l_onoff != 0 && value.l_linger == 0)
    close(descriptor)
  }
}
