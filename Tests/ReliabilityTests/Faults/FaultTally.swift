/// What many faults came to.
struct FaultTally: Sendable {
  var injections = 0
  /// Runs that could neither be finished as planned nor be taken back whole.
  var lost = 0
  /// Releases that went out twice.
  var duplicated = 0
  /// Secrets that stand in a file or were said.
  var leaked = 0
  /// How often a user changed a file before the run was resumed, and how that ended.
  var changes = 0
  var released = 0
  var untouched = 0
  var stopped = 0
  var slowestRecovery = Duration.zero
  /// What was wrong, each with its fault.
  var findings: [String] = []
}

extension FaultTally: CustomStringConvertible {
  var description: String {
    let seconds = slowestRecovery.formatted(.units(allowed: [.seconds, .milliseconds], width: .narrow))
    return "\(injections) injections, \(lost) lost, \(duplicated) duplicated, \(leaked) leaked, "
      + "\(changes) files changed before `resume`: \(released) released, \(untouched) untouched, \(stopped) stopped; "
      + "slowest recovery \(seconds)"
  }
}
