/// The exit status of the process, for scripts.
package enum ExitStatus: Int32, Sendable {
  case done = 0
  /// It failed, and nothing public has changed.
  case failed = 1
  /// The user declined.
  case declined = 2
  /// It failed after something became public.
  case partlyPublic = 3
  case credentials = 4
  /// The tag, or the head of the branch, belongs to another release or user.
  case conflict = 5
  /// With `--detailed-exit`: the command succeeded, and there was nothing to release.
  case nothingToRelease = 10
  case usage = 64
  case locked = 75
  case badReleasefile = 78
  /// Stopped by SIGHUP, SIGINT, SIGQUIT or SIGTERM; nothing public has changed.
  case hungUp = 129
  case interrupted = 130
  case quit = 131
  case terminated = 143
  /// The reader closed the output, as when SIGPIPE ends a program.
  case brokenPipe = 141

  /// Creates the status after signal number `signal`.
  package init(afterSignal signal: Int32) {
    self = Self(rawValue: 128 + signal) ?? .failed
  }
}
