/// When a child has to end before its time.
struct Deadline<Instant: InstantProtocol> where Instant.Duration == Duration {
  /// How long it may run; nil for as long as it likes.
  let timeout: Duration?
  /// How long it may write nothing; nil for as long as it likes.
  let idleLimit: Duration?
  /// When it began.
  let start: Instant
  /// When it wrote something for the last time; its beginning before that.
  var lastOutput: Instant

  init(timeout: Duration?, idleLimit: Duration?, from start: Instant) {
    self.timeout = timeout
    self.idleLimit = idleLimit
    self.start = start
    lastOutput = start
  }

  /// The first moment at which it has to end, and the limit that it has used up then; nil when it has no limit.
  var next: (time: Instant, limit: Duration)? {
    let whole = timeout.map { (time: start.advanced(by: $0), limit: $0) }
    let idle = idleLimit.map { (time: lastOutput.advanced(by: $0), limit: $0) }
    return [whole, idle].compactMap(\.self).min { $0.time < $1.time }
  }
}
