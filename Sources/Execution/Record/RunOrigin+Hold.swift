import Lanes
import MartletCore
import SystemAPI

/// Whether a process that was at work on a run may still be.
package enum RunHold: Equatable {
  /// It has recorded that it stopped, or is known to have ended.
  case free
  case held
}

extension RunRecord {
  /// Whether another process may still be at work on the run, as seen from `here`. No clock decides.
  func hold(seenFrom here: RunOrigin) -> RunHold {
    if !isAtWork { return .free }
    if holder.hasEnded(seenFrom: here) { return .free }
    return holder.isEarlierAttempt(of: here) ? .free : .held
  }
}

extension RunOrigin {
  /// Whether its process is known to have ended: it was started since this machine was, and there is none of that number.
  fileprivate func hasEnded(seenFrom here: RunOrigin) -> Bool {
    guard let boot, boot == here.boot else { return false }
    return process == here.process || kill(process, 0) != 0 && errno == ESRCH
  }

  /// Whether it was an earlier attempt of the job of CI that this process belongs to: a system runs one attempt at a time.
  fileprivate func isEarlierAttempt(of here: RunOrigin) -> Bool {
    guard let job, let now = here.job else { return false }
    return job.id == now.id && job.attempt < now.attempt
  }

  /// Who it is, for messages.
  package var description: String {
    let place = job.map { "job \($0.id), attempt \($0.attempt)" } ?? "process \(process)"
    return "\(place) on `\(host)`, since \(Instant(seconds: Int(time)))"
  }
}
