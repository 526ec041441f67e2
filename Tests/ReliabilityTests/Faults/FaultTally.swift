/// The results of many faults.
struct FaultTally: Sendable {
  var injections = 0
  /// Runs that could neither be finished as planned nor completely undone.
  var lost = 0
  /// Releases that were published twice.
  var duplicated = 0
  /// Secrets that are in a file or in the output.
  var leaked = 0
  /// The number of files that a user changed before the run was resumed, and the results.
  var changes = 0
  var released = 0
  var untouched = 0
  var stopped = 0
  var slowestRecovery = Duration.zero
  /// The failures, each with its fault.
  var findings: [String] = []
}

extension FaultTally: CustomStringConvertible {
  var description: String {
    let seconds = slowestRecovery.formatted(.units(allowed: [.seconds, .milliseconds], width: .narrow))
    return "\(injections) injections, \(lost) lost, \(duplicated) duplicated, \(leaked) leaked, "
      + "\(changes) files changed before `finish`: \(released) released, \(untouched) untouched, \(stopped) stopped; "
      + "slowest recovery \(seconds)"
  }
}
