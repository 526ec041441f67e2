import Execution
import Lanes

/// The state of a run, and the entries that resuming it would perform.
struct RunStatus {
  let record: RunRecord
  let assessment: RunAssessment
  /// The entries of the stages that are still to be planned, as far as they are known now.
  var later: [Plan.Entry] = []
  /// Why they are not known; nil when they are.
  var problem: String?

  /// Whether others can see something of the run.
  enum Publicity: Equatable {
    case nothing
    /// What others see, a phrase each.
    case known([String])
    /// What others may see, a phrase each, where the remote could not be read.
    case unknown([String])
  }

  /// The entries that resuming would perform, in order.
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
