import Execution
import Lanes
import MartletCore

/// The state of a run as JSON.
struct RunStatusReport: Report {
  let schema = 1
  let run: String
  let lane: String
  let version: String?
  /// `done`, `undone`, `left`, `elsewhere`, `not ended` or `at work`.
  let state: String
  /// Seconds since 1970.
  let startedAt: Int64
  let failure: String?
  let isJournalDamaged: Bool
  /// Whether something of the run is, or may be, public.
  let isPublic: Bool
  /// `private`, `public`, or `unknown` where the remote could not be read.
  let publicity: String
  let entries: [EntryStatusReport]

  init(_ status: RunStatus) {
    let record = status.record
    run = record.id.string
    lane = record.title
    version = record.version?.current.description
    state = status.worker == nil ? record.stateName : "at work"
    startedAt = record.origin.time
    failure = record.failure
    isJournalDamaged = record.isDamaged
    publicity = status.publicity.name
    isPublic = status.publicity != .nothing
    entries =
      status.assessment.items.map { EntryStatusReport($0, post: record.post(of: $0.entry)) }
      + status.later.map { EntryStatusReport(later: $0) }
  }
}

/// One entry of a run as JSON.
struct EntryStatusReport: Encodable {
  let entry: EntryReport
  /// `done`, `open`, `partly done`, `unknown`, or `planned` for an entry of a later stage.
  let state: String
  let problem: String?

  init(later entry: Plan.Entry) {
    self.entry = EntryReport(entry)
    (state, problem) = ("planned", nil)
  }

  /// - Parameter post: The address of the announcement that the entry posted.
  init(_ item: RunAssessment.Item, post: String?) {
    entry = EntryReport(item.entry, Outcome(commit: item.commit, post: post))
    switch item.state {
    case .done: (state, problem) = ("done", nil)
    case .notDone: (state, problem) = ("open", nil)
    case .partlyDone: (state, problem) = ("partly done", nil)
    case .overtaken(let error), .unknown(let error): (state, problem) = ("unknown", error.firstMessage)
    }
  }
}

extension Publicity {
  fileprivate var name: String {
    switch self {
    case .nothing: "private"
    case .known: "public"
    case .unknown: "unknown"
    }
  }
}
