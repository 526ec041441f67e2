import Libc
import Processes

/// The signals that ask a process to end, taken by a thread of their own, so that a run can stop in good order.
enum SignalWatch {
  /// SIGHUP comes when the terminal is closed: what commands started has a session of its own and would live on.
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// `timeout` and shells that pass a signal on send it twice at a time; that is one request.
  private static let echoTime = Duration.milliseconds(300)

  /// From now on the first of the signals is a request to stop, and the next one ends this process at once.
  ///
  /// Signals that this process was started to ignore, as `nohup` does, stay ignored.
  static func begin(telling interruption: Interruption) {
    var watched = sigset_t()
    sigemptyset(&watched)
    for signal in signals where !isIgnored(signal) { sigaddset(&watched, signal) }
    pthread_sigmask(SIG_BLOCK, &watched, nil)
    let hasBegun = Threads.begin { [watched] in
      let first = nextSignal(of: watched)
      interruption.request(first)
      let echoEnd = ContinuousClock.now + echoTime
      var last = nextSignal(of: watched)
      while ContinuousClock.now < echoEnd { last = nextSignal(of: watched) }
      interruption.insist(last)
      // The run ends by itself unless it is held up by something that does not listen.
      sleep(1)
      _exit(128 + last)
    }
    // Where nobody can take them, they end this process as they would any other.
    if !hasBegun { pthread_sigmask(SIG_UNBLOCK, &watched, nil) }
  }

  private static func nextSignal(of watched: sigset_t) -> Int32 {
    var watched = watched
    var signal: Int32 = 0
    while sigwait(&watched, &signal) != 0 {}
    return signal
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let before = signal(number, SIG_IGN)
    signal(number, before)
    return unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
