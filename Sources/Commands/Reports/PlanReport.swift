import Lanes
import MartletCore

/// A plan as JSON, or after a run, the entries that were performed.
struct PlanReport: Report {
  let schema = 1
  let lane: String
  let version: String?
  let previousVersion: String?
  private(set) var entries: [EntryReport]
  private(set) var remarks: [String]

  init(_ plan: Plan) {
    lane = plan.title
    version = plan.version?.current.description
    previousVersion = plan.version?.previous?.description
    entries = plan.entries.map { EntryReport($0) }
    remarks = plan.remarks
  }

  /// - Parameter outcomes: The commits and archives that were made.
  init(lane: String, version: VersionState?, entries: [Plan.Entry], outcomes: Outcomes) {
    self.lane = lane
    self.version = version?.current.description
    previousVersion = version?.previous?.description
    self.entries = entries.map { EntryReport($0, outcomes[$0.number] ?? Outcome()) }
    remarks = []
  }

  /// Returns the report with the secrets of `console` masked.
  func masked(by console: Console) -> PlanReport {
    var report = self
    report.entries = entries.map { $0.masked(by: console) }
    report.remarks = remarks.map(console.redacted)
    return report
  }
}

/// One entry of a plan as JSON, with the values of its effect.
struct EntryReport: Encodable {
  private let number: Int
  private let stage: Int
  private let step: String
  private let effect: String
  private let isPublic: Bool
  private var fields: [String: any Encodable & Sendable]

  init(_ entry: Plan.Entry, _ outcome: Outcome = Outcome()) {
    let value = entry.effect.value
    (number, stage, step) = (entry.number, entry.stage, entry.step)
    (effect, isPublic) = (value.summary.keyword, value.isOutward)
    fields = value.fields(outcome).compactMapValues(\.self)
  }

  /// Returns the entry with the secrets of `console` masked. Only command lines and messages can contain command
  /// output; everything else becomes public anyway.
  func masked(by console: Console) -> EntryReport {
    var report = self
    for name in effect == "message" ? ["message"] : ["command"] {
      if let text = fields[name] as? String { report.fields[name] = console.redacted(text) }
    }
    return report
  }

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    let common: [String: any Encodable & Sendable] = [
      "number": number, "stage": stage, "step": step, "effect": effect, "isPublic": isPublic,
    ]
    for (name, value) in common.merging(fields, uniquingKeysWith: { $1 }) {
      try container.encode(value, forKey: Key(stringValue: name))
    }
  }
}
