import SystemAPI

/// The exit of a child process, which the system reports only once.
final class ChildExit {
  private let process: pid_t
  private var status: Int32?
  /// Why the exit status is lost; nil as long as it is not.
  private(set) var loss: SystemError?

  init(_ process: pid_t) {
    self.process = process
  }

  /// Whether the child has ended or its status is lost; does not wait.
  var hasHappened: Bool {
    if status == nil, loss == nil { collect(options: WNOHANG) }
    return status != nil || loss != nil
  }

  /// Waits for the end; nil when the status is lost, see `loss`.
  func wait() -> CommandResult.Termination? {
    if status == nil, loss == nil { collect(options: 0) }
    guard let status else { return nil }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status: (status >> 8) & 0xFF) : .killed(signal: signal)
  }

  private func collect(options: Int32) {
    var value: Int32 = 0
    while true {
      let answer = waitpid(process, &value, options)
      if answer == process { status = value }
      if answer >= 0 { return }
      guard errno == EINTR else {
        loss = .last
        return
      }
    }
  }
}
