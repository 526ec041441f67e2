import Execution
import MartletCore

/// The runs of this repository, newest first, as `martlet status --all` prints them.
struct RunLog {
  private let records: [RunRecord]

  /// - Parameter limit: The maximum number of runs.
  init(in session: Session, limit: Int?) throws {
    // The steps of `on_error` and `finally` belong to the run before them.
    let runs = try session.workspace.runs().filter { $0.start.part == .main || $0.outcome == nil }
    records = Array(runs.prefix(limit ?? .max))
  }

  var report: RunLogReport { RunLogReport(runs: records.map { RunSummaryReport($0) }) }

  var text: String {
    let lines = records.map { record in
      let version = record.version.map { "  \($0.current)" } ?? ""
      return "\(record.id)  \(record.stateName.padded(to: 10))  \(record.title.escapedForTerminal())\(version)"
    }
    return lines.isEmpty ? "no runs in this clone yet" : lines.joined(separator: "\n")
  }
}

/// All runs as JSON.
struct RunLogReport: Report {
  let schema = 1
  let runs: [RunSummaryReport]
}

/// A run as JSON.
struct RunSummaryReport: Encodable {
  let run: String
  let lane: String
  let version: String?
  /// `done`, `undone`, `left`, `elsewhere` or `not ended`.
  let state: String
  /// Seconds since 1970.
  let startedAt: Int64
  let isPublic: Bool

  init(_ record: RunRecord) {
    run = record.id.string
    lane = record.title
    version = record.version?.current.description
    state = record.stateName
    startedAt = record.origin.time
    isPublic = record.publicSince != nil
  }
}

extension RunRecord {
  /// The displayed title.
  var title: String {
    switch start.part {
    case .main: start.title
    case .handlers: "\(start.title), on_error or finally"
    }
  }

  /// The result of the run, in one or two words.
  var stateName: String {
    switch outcome {
    case .done: "done"
    case .undone: "undone"
    case .left: "left"
    case .elsewhere: "elsewhere"
    case nil: "not ended"
    }
  }
}
