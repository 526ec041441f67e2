import Lanes
import MartletCore

extension [RunAssessment.Item] {
  /// Makes the effects unknown that another clone may have performed and that no service shows. One that a service shows as open
  /// means that those after it are open, too: a clone performs them in order.
  ///
  /// - Returns: Whether the effects of later stages are unknown, too.
  mutating func doubtUnreadable() -> Bool {
    guard contains(where: { if case .push = $0.change { $0.isDone } else { false } }) else { return false }
    for index in indices where !self[index].isDone && self[index].entry.effect.reachesService {
      guard case .notDone = self[index].state else { continue }
      switch self[index].entry.effect {
      case .runCommand(let run):
        self[index].change = .outwardCommand(run.line)
        self[index].state = .overtaken(ExecutionError.unknownOutcome(run.line))
      case .postMessage(let announcement):
        // The others are looked up before they are posted.
        guard !announcement.channel.service.listsPosts else { continue }
        self[index].state = .overtaken(Failure.lostRecord)
      default: return false
      }
    }
    return true
  }

  /// Makes the writes of files that the run has committed count as done: what the work tree has since is another matter,
  /// for example after another branch was checked out.
  mutating func keepCommittedFiles() {
    for item in self {
      guard item.commit != nil, case .commit(let move) = item.change else { continue }
      for index in indices where self[index].isJournalled && self[index].entry.number < item.entry.number {
        if let path = self[index].change.path, move.paths.contains(path) { self[index].state = .done }
      }
    }
  }
}

extension Failure {
  fileprivate static let lostRecord = Failure(
    "another clone may have sent the announcement, before the record of the run was deleted", code: .answerLost)
}
