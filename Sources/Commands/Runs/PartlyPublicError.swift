import Execution
import Lanes
import MartletCore

extension RunRecord {
  /// Whether a command besides those in `doneEntries` needs a secret that `planner` does not have.
  func lacksSecrets(beyond doneEntries: [Plan.Entry], _ planner: Planner?) -> Bool {
    let done = Set(doneEntries.map(\.number))
    return entries.contains { entry in
      guard case .runCommand(let run) = entry.effect, !run.secrets.isEmpty, !done.contains(entry.number) else {
        return false
      }
      return planner?.entriesWithoutSecrets.contains(entry.number) ?? true
    }
  }
}

/// Why a run could not be resumed that has made something public.
struct PartlyPublicError: ExplainedError {
  let underlying: any ExplainedError

  var failure: Failure {
    var failure = underlying.failure
    if failure.exit == .failed { failure.exit = .partlyPublic }
    return failure
  }
}

/// Why a run could not be resumed whose commits do not contain those of the remote. To rebase them would make others.
struct BehindError: ExplainedError {
  let underlying: any ExplainedError

  var failure: Failure {
    var failure = underlying.failure
    failure.diagnostics[0].hint =
      "undo the run with `martlet undo`, get the commits with `git pull`, then run the lane again"
    return failure
  }
}

extension Failure {
  static func noAnnouncement(on name: String, known: [String]) -> Failure {
    Failure(
      "the run has no announcement on `\(name)`" + (known.isEmpty ? "" : ", expected one of \(known.quotedList)"),
      hint: known.suggestion(for: name), exit: .usage)
  }

  /// Undoing has begun, so there is nothing to finish.
  static func isUndoing(_ id: RunID) -> Failure {
    Failure("run \(id) was undone in part", hint: "undo the rest with `martlet undo`")
  }

  /// A run that has ended cannot be resumed or undone again.
  static func endedRun(_ id: RunID, _ outcome: RunOutcome) -> Failure {
    Failure("run \(id) \(outcome.phrase)", hint: "name another run by its id; `martlet status --all` lists them")
  }

  /// The journal contains no secrets, and the lane cannot be planned again.
  static func lostSecrets(_ id: RunID, _ problem: RemainingLaneError?) -> Failure {
    let reason = problem.map { ": \($0.underlying.firstMessage)" } ?? ""
    let hint = problem.flatMap { Failure(of: $0.underlying).diagnostics[0].hint }
    return Failure(
      "run \(id) needs a secret that is not set any more, and journals contain none\(reason)",
      hint: hint ?? "set the variable of the secret, or undo the run with `martlet undo`")
  }
}
