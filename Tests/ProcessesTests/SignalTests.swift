import Foundation
import Processes
import Testing

@Suite("A signal")
struct SignalTests {
  @Test(
    "has a name",
    arguments: [
      (SIGHUP, "SIGHUP"), (SIGINT, "SIGINT"), (SIGKILL, "SIGKILL"), (SIGSEGV, "SIGSEGV"), (SIGTERM, "SIGTERM"),
      (SIGUSR1, "SIGUSR1"), (SIGPIPE, "SIGPIPE"), (99, "signal 99"), (0, "signal 0"),
    ])
  func name(number: Int32, name: String) {
    #expect(Signal(number).description == name)
  }
}
