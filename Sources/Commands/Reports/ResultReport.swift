import Execution
import Lanes
import MartletCore

/// The file `martlet-result.json`.
struct ResultReport: Report {
  let schema = 1
  private let values: [String: String]
  private let packages: [RunReport.ReleasedPackage]?
  private let entries: [EntryReport]
  private let `public`: [String]
  private let errors: [Diagnostic]

  init(_ report: RunReport, console: Console) {
    values = Dictionary(report.values.map { ($0.name, $0.value) }) { $1 }
    packages = report.packages
    `public` = report.publicNames.map(console.redacted)
    switch report.ending {
    case .planned, .proposed:
      entries = report.planned.map { EntryReport($0).masked(by: console) }
      errors = []
    case .done(let outcomes):
      entries = report.planned.map { EntryReport($0, outcomes[$0.number] ?? Outcome()).masked(by: console) }
      errors = []
    case .failed(let error, _):
      entries = report.planned.map { EntryReport($0).masked(by: console) }
      errors = Failure(of: error).diagnostics.map { $0.redacted(by: console) }
    }
  }

  private enum CodingKeys: String, CodingKey {
    case schema, lane, outcome, version, previousVersion, tag, branch, commit, pullRequest, url, address
    case packages, entries, `public`, errors
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    let named: [(String, CodingKeys)] = [
      ("lane", .lane), ("outcome", .outcome), ("version", .version), ("previous_version", .previousVersion),
      ("tag", .tag), ("branch", .branch), ("commit", .commit), ("pull_request", .pullRequest), ("url", .url),
      ("address", .address),
    ]
    for (name, key) in named { try container.encodeIfPresent(values[name], forKey: key) }
    try container.encodeIfPresent(packages, forKey: .packages)
    try container.encode(entries, forKey: .entries)
    try container.encode(`public`, forKey: .public)
    try container.encode(errors, forKey: .errors)
  }
}

extension Diagnostic {
  fileprivate func redacted(by console: Console) -> Diagnostic {
    var diagnostic = self
    diagnostic.message = console.redacted(message)
    diagnostic.notes = notes.map(console.redacted)
    diagnostic.hint = hint.map(console.redacted)
    diagnostic.excerpt = nil
    return diagnostic
  }
}
