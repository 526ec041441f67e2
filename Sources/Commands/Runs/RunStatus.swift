import Execution
import Lanes

/// The state of a run, and the entries that resuming it would perform.
struct RunStatus {
  let record: RunRecord
  private(set) var assessment: RunAssessment
  /// The assessment before `resolved`, which decides what may be public; nil without decisions of the user.
  private var observed: RunAssessment?
  /// The known entries of the stages that are still to be planned.
  var later: [Plan.Entry] = []
  /// Why the later entries are unknown; nil when they are known.
  var problem: String?
  /// A commit of the run that the user has pushed; nil for none.
  var pushedCommit: String?

  init(record: RunRecord, assessment: RunAssessment, later: [Plan.Entry] = [], problem: String? = nil) {
    (self.record, self.assessment, self.later, self.problem) = (record, assessment, later, problem)
  }

  /// Whether something of the run is public.
  enum Publicity: Equatable {
    case nothing
    /// What is public, one phrase each.
    case known([String])
    /// What may be public, one phrase each, because the remote could not be read.
    case unknown([String])
  }

  /// Returns the state with what the user found out about commands and announcements.
  func resolved(
    _ commands: RunAssessment.UnknownCommand, _ announcements: [String: AnnouncementVerdict]
  ) -> RunStatus {
    var status = self
    status.observed = assessment
    status.assessment = assessment.resolved(commands, announcements)
    return status
  }

  /// The entries that `martlet resume` would perform, in order.
  var openEntries: [Plan.Entry] { assessment.openEntries + later }

  var publicity: Publicity {
    let assessment = observed ?? assessment
    let known = assessment.knownPublicItems.map(\.entry.phrase)
    switch assessment.unrecorded?.publicity {
    case .seen(let name): return .known(known + [name])
    case .unknown where known.isEmpty: return .unknown(assessment.unrecorded.map { ["\($0)"] } ?? [])
    case .local, .unknown, nil: break
    }
    if !known.isEmpty { return .known(known) }
    if let trace = assessment.publicTrace { return .known([trace]) }
    let possible = assessment.publicItems.map(\.entry.phrase)
    if possible.isEmpty { return pushedCommit.map { .known([$0]) } ?? .nothing }
    return .unknown(possible)
  }

  /// Whether `martlet undo` can undo the run.
  var isUndoable: Bool { publicity == .nothing && assessment.unrecorded == nil }
}
