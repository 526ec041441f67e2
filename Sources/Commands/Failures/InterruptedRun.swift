import Execution
import MartletCore
import Processes

/// A completed run whose result could not be written to standard output.
struct LostReport: ExplainedError {
  let underlying: ExecutionError
  /// Whether the run made something public.
  let isPublic: Bool

  var failure: Failure {
    var failure = underlying.failure
    for index in failure.diagnostics.indices {
      failure.diagnostics[index].notes.append("the run is done, but its result could not be printed")
      failure.diagnostics[index].hint = "print its result with `martlet status`"
    }
    failure.exit = isPublic ? .partlyPublic : .failed
    return failure
  }
}

/// A run that failed because of a signal. Ctrl-C also reaches the child processes, which fail first.
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

/// A failed run that cannot be resumed. Hints that name `martlet finish` get the command that is possible instead.
struct UnresumableRun: ExplainedError {
  let underlying: any Error
  let command: String

  var failure: Failure {
    var failure = Failure(of: underlying)
    for index in failure.diagnostics.indices {
      failure.diagnostics[index].hint = failure.diagnostics[index].hint?
        .replacing("`martlet finish`", with: "`\(command)`")
    }
    return failure
  }
}
