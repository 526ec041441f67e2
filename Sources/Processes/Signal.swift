import SystemAPI

/// A signal, printed by its name.
package struct Signal: Hashable, Sendable {
  /// The system's number.
  package let number: Int32

  package init(_ number: Int32) {
    self.number = number
  }

  private static let names: [Int32: String] = [
    SIGHUP: "SIGHUP", SIGINT: "SIGINT", SIGQUIT: "SIGQUIT", SIGILL: "SIGILL", SIGTRAP: "SIGTRAP", SIGABRT: "SIGABRT",
    SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGKILL: "SIGKILL", SIGUSR1: "SIGUSR1", SIGSEGV: "SIGSEGV",
    SIGUSR2: "SIGUSR2", SIGPIPE: "SIGPIPE", SIGALRM: "SIGALRM", SIGTERM: "SIGTERM", SIGXCPU: "SIGXCPU",
    SIGXFSZ: "SIGXFSZ", SIGSYS: "SIGSYS",
  ]
}

extension Signal: CustomStringConvertible {
  package var description: String { Self.names[number] ?? "signal \(number)" }
}
