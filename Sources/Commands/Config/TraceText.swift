import MartletBuildSettings
import MartletCore

/// The explanation of a setting's value as text.
struct TraceText {
  private let trace: SettingTrace
  private let place: SettingsContext

  init(_ trace: SettingTrace, in place: SettingsContext) {
    self.trace = trace
    self.place = place
  }

  /// The value, the assignments, and the settings that they refer to:
  /// ```
  /// URL = https://api.test
  ///   wins        Release.xcconfig:3:7  https:/$()/$(HOST)  → https://api.test
  ///   overridden  Shared.xcconfig:5:7   http:/$()/a.test    → http://a.test
  /// refers to
  ///   HOST  Shared.xcconfig:2:8  api.test
  /// ```
  var lines: [String] {
    var lines = [trace.value.map { "\(trace.name) = \($0.string)" } ?? "\(trace.name) has no value here"]
      .map { $0.escapedForTerminal() }
    lines += TextTable(trace.entries.map(cells)).lines
    if !trace.sources.isEmpty {
      let rows = trace.sources.map { source in
        ["  \(source.name)", source.assignment.description(in: place, level: ""), source.value.string]
      }
      lines += ["refers to"] + TextTable(rows).lines
    }
    if !trace.unknown.isEmpty {
      let names = trace.unknown.joined(separator: ", ").escapedForTerminal()
      lines.append("unknown here, so expanded to nothing: \(names)")
    }
    return lines
  }

  private func cells(of entry: SettingTrace.Entry) -> [String] {
    let raw = entry.assignment.value.string
    let conditions = entry.conditions.map { "\($0.condition)\($0.holds ? "" : " does not hold")" }
    return [
      "  \(entry.role.rawValue)", entry.assignment.description(in: place, level: entry.level),
      conditions.joined(separator: " "), raw, raw == entry.value.string ? "" : "→ \(entry.value.string)",
    ]
  }
}

extension Assignment {
  /// Returns the place of the assignment and its level.
  func description(in place: SettingsContext, level: String) -> String {
    guard let source = value.source else { return level.isEmpty ? SettingsQuery.buildSystem : level }
    let position = place.shown(source.place(at: value.span.lowerBound)).description
    return level.isEmpty ? position : "\(position) (\(level))"
  }
}

/// The explanation of a setting's value as JSON.
struct TraceReport: Report {
  struct ConditionReport: Encodable {
    let condition: String
    let holds: Bool
  }

  struct EntryReport: Encodable {
    let role: String
    let level: String
    let path: String?
    let line: Int?
    let column: Int?
    let conditions: [ConditionReport]
    let raw: String
    let value: String
  }

  struct SourceReport: Encodable {
    let key: String
    let path: String?
    let line: Int?
    let column: Int?
    let raw: String
    let value: String
  }

  let schema = 1
  let key: String
  let value: String?
  let chain: [EntryReport]
  let sources: [SourceReport]
  let unknown: [String]

  init(_ trace: SettingTrace, in place: SettingsContext) {
    key = trace.name
    value = trace.value?.string
    unknown = trace.unknown
    chain = trace.entries.map { entry in
      let position = entry.assignment.value.position.map(place.shown)
      return EntryReport(
        role: entry.role.rawValue, level: entry.level, path: position?.path.string, line: position?.line,
        column: position?.column,
        conditions: entry.conditions.map { ConditionReport(condition: $0.condition.description, holds: $0.holds) },
        raw: entry.assignment.value.string, value: entry.value.string)
    }
    sources = trace.sources.map { source in
      let position = source.assignment.value.position.map(place.shown)
      return SourceReport(
        key: source.name, path: position?.path.string, line: position?.line, column: position?.column,
        raw: source.assignment.value.string, value: source.value.string)
    }
  }
}

extension LocatedText {
  /// The place of the text; nil when it is in no file.
  fileprivate var position: Place? { source.map { $0.place(at: span.lowerBound) } }
}
