/// The moment when a child must be stopped.
struct Deadline<Instant: InstantProtocol> where Instant.Duration == Duration {
  /// The maximum running time; nil for no limit.
  let timeout: Duration?
  /// The maximum time without output; nil for no limit.
  let idleLimit: Duration?
  /// The start time.
  let start: Instant
  /// The time of the last output; at first the start time.
  var lastOutput: Instant

  init(timeout: Duration?, idleLimit: Duration?, from start: Instant) {
    self.timeout = timeout
    self.idleLimit = idleLimit
    self.start = start
    lastOutput = start
  }

  /// The first deadline and its limit; nil without limits.
  var next: (time: Instant, limit: Duration)? {
    let whole = timeout.map { (time: start.advanced(by: $0), limit: $0) }
    let idle = idleLimit.map { (time: lastOutput.advanced(by: $0), limit: $0) }
    guard let whole, let idle else { return whole ?? idle }
    return idle.time < whole.time ? idle : whole
  }
}
