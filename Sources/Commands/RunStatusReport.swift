import Execution
import Lanes

/// What has become of a run, as JSON.
struct RunStatusReport: Report {
  let schema = 1
  /// Nil for one whose journal is gone.
  let run: String?
  let lane: String
  let version: String?
  let state: String
  /// Seconds since 1970.
  let startedAt: Int64
  let failure: String?
  let isJournalDamaged: Bool
  /// Whether others can, or may, see something of it.
  let isPublic: Bool
  let entries: [EntryStatusReport]

  init(_ record: RunRecord, _ assessment: RunAssessment) {
    run = record.isKept ? record.id.string : nil
    lane = record.title
    version = record.version?.current.description
    state = record.stateName
    startedAt = record.origin.time
    failure = record.failure
    isJournalDamaged = record.isDamaged
    isPublic = !assessment.publicItems.isEmpty
    entries = assessment.items.map(EntryStatusReport.init)
  }
}

/// One entry of a run as JSON.
struct EntryStatusReport: Encodable {
  let entry: EntryReport
  /// `done`, `open`, `partly done` or `unknown`.
  let state: String
  let problem: String?

  init(_ item: RunAssessment.Item) {
    entry = EntryReport(item.entry, commit: item.commit)
    switch item.state {
    case .done: (state, problem) = ("done", nil)
    case .notDone: (state, problem) = ("open", nil)
    case .partlyDone: (state, problem) = ("partly done", nil)
    case .overtaken(let error), .unknown(let error): (state, problem) = ("unknown", error.firstMessage)
    }
  }
}
