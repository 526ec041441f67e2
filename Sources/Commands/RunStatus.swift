import Execution
import Lanes

/// The state of a run, and the entries that resuming it would perform.
struct RunStatus {
  let record: RunRecord
  let assessment: RunAssessment
  /// The known entries of the stages that are still to be planned.
  var later: [Plan.Entry] = []
  /// Why the later entries are unknown; nil when they are known.
  var problem: String?

  /// Whether something of the run is public.
  enum Publicity: Equatable {
    case nothing
    /// What is public, one phrase each.
    case known([String])
    /// What may be public, one phrase each, because the remote could not be read.
    case unknown([String])
  }

  /// The entries that `martlet resume` would perform, in order.
  var openEntries: [Plan.Entry] { assessment.openEntries + later }

  var publicity: Publicity {
    let known = assessment.knownPublicItems.map(\.entry.phrase)
    switch assessment.unrecorded?.publicity {
    case .seen(let name): return .known(known + [name])
    case .unknown where known.isEmpty: return .unknown(assessment.unrecorded.map { ["\($0)"] } ?? [])
    case .local, .unknown, nil: break
    }
    let possible = assessment.publicItems.map(\.entry.phrase)
    return !known.isEmpty ? .known(known) : possible.isEmpty ? .nothing : .unknown(possible)
  }

  /// Whether `martlet undo` can undo the run.
  var isUndoable: Bool { publicity == .nothing && assessment.unrecorded == nil }
}
