import ArgumentParser
import Execution
import MartletCore

struct LogCommand: ProjectCommand {
  static let configuration = CommandConfiguration(
    commandName: "log",
    abstract: "List the runs of this repository, newest first.",
    usage: "martlet log [options]",
    discussion: """
      Examples:
        martlet log
        martlet log --limit 5 --json               as JSON

      The git directory keeps the last \(RunRecord.keptCount) runs that have ended.
      """)

  @Option(name: .shortAndLong, help: ArgumentHelp("The maximum number of runs.", valueName: "count"))
  var limit: Int?

  @OptionGroup var report: ReportOptions
  @OptionGroup(visibility: .hidden) var prompt: PromptOptions
  @OptionGroup var common: CommonOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("`--limit` is `\(limit)`, expected 1 or more") }
  }

  func run() throws {
    let session = try Session(options)
    // The steps of `on_error` and `finally` belong to the run before them.
    let runs = try session.workspace.runs().filter { $0.start.part == .main || $0.outcome == nil }
    let records = runs.prefix(limit ?? .max)
    let lines = records.map { record in
      let version = record.version.map { "  \($0.current)" } ?? ""
      return "\(record.id)  \(record.stateName.padded(to: 10))  \(record.title.escapedForTerminal())\(version)"
    }
    try session.print(
      RunLogReport(runs: records.map { RunSummaryReport($0) }),
      as: lines.isEmpty ? "no runs yet" : lines.joined(separator: "\n"))
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
  /// `done`, `undone`, `left` or `not ended`.
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
    case nil: "not ended"
    }
  }
}
