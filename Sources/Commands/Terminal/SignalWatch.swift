import Processes
import SystemAPI

/// A thread that receives termination signals, so that a run can undo its changes before it ends.
enum SignalWatch {
  /// SIGHUP is sent when the terminal is closed. Child processes have a separate session and would keep running.
  private static let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM]

  /// A signal within this time after the first belongs to it: `timeout` and some shells send a signal twice.
  private static let echoTime = Duration.milliseconds(300)

  /// From now on, the first signal requests a stop, and the next one ends this process immediately.
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
      interruption.sendUrgently(last)
      // The run ends within this second, unless something blocks it.
      sleep(1)
      _exit(128 + last)
    }
    // Without the thread, signals must end this process as usual.
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
