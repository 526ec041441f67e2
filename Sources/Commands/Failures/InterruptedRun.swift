import Execution
import Processes
import TextEditing

/// A run that is done, and could not say so on standard output.
struct LostReport: ExplainedError {
  let underlying: ExecutionError
  /// Whether others can see what it did.
  let isPublic: Bool

  var failure: Failure {
    var failure = underlying.failure
    for index in failure.diagnostics.indices {
      failure.diagnostics[index].notes.append("the run is done: what it made is not shown")
      failure.diagnostics[index].hint = "see what it made with `martlet status`"
    }
    failure.exit = isPublic ? .partlyPublic : .failed
    return failure
  }
}

/// A run that failed when it was asked to stop: Ctrl-C reaches all programs at the terminal, and these fail first.
struct InterruptedRun: ExplainedError {
  let underlying: any Error
  let signal: Int32

  var failure: Failure {
    var failure = Failure(of: underlying)
    failure.diagnostics[0].notes.append("interrupted by \(Signal(signal))")
    failure.exit = ExitStatus(afterSignal: signal)
    return failure
  }
}
