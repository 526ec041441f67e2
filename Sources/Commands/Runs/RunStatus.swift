import Execution
import Lanes
import MartletCore

/// The state of a run, and the entries that resuming it would perform.
struct RunStatus {
  let record: RunRecord
  private(set) var assessment: RunAssessment
  let publicity: Publicity
  /// The record of the remote, if another clone has worked on the run last.
  var found: FoundRecord?
  /// How another process has ended it; nil if none has.
  var ending: RunOutcome?
  /// Whether a process may be at work on it there.
  var isHeld = false
  /// The process of this machine that is at work on it in this clone; nil for none.
  var worker: String?
  /// The known entries of the stages that are still to be planned.
  var later: [Plan.Entry] = []
  /// Why the later entries are unknown; nil when they are known.
  var problem: String?
  /// What has to be as it was before the run can be resumed; nil for nothing.
  var difference: Failure?

  /// Returns the state with what the user found out about commands and announcements.
  func resolved(_ choice: RunAssessment.Choice) -> RunStatus {
    var status = self
    status.assessment = assessment.resolved(choice)
    return status
  }

  /// The entries that `martlet finish` would perform, in order.
  var openEntries: [Plan.Entry] { assessment.openEntries + later }

  /// Whether `martlet undo` can undo the run.
  var isUndoable: Bool { publicity == .nothing && assessment.unrecorded == nil }
}
