/// How a setting gets its value: all its assignments, and the settings it refers to.
package struct SettingTrace: Sendable {
  /// The effect of an assignment on the value.
  package enum Role: String, Sendable {
    /// It is the value.
    case wins
    /// The value includes it, by `$(inherited)` or a reference to itself.
    case inherited
    /// A stronger assignment overrides it.
    case overridden
    /// One of its conditions does not hold.
    case excluded
  }

  package struct Entry: Sendable {
    package let assignment: Assignment
    /// The name of its level, for display.
    package let level: String
    package let role: Role
    /// Each condition and whether it holds.
    package let conditions: [(condition: Condition, holds: Bool)]
    /// Its expanded value, whether it applies or not.
    package let value: Expansion
  }

  /// Another setting that the value contains.
  package struct Source: Sendable {
    package let name: String
    package let assignment: Assignment
    package let value: Expansion
  }

  package let name: String
  /// Nil when no assignment applies.
  package let value: Expansion?
  /// The strongest first.
  package let entries: [Entry]
  /// In order of first use, each name once.
  package let sources: [Source]
  /// References to settings that have no value here, each name once.
  package let unknown: [String]
}

extension SettingsScope {
  /// Traces the setting `name`; nil when nothing is assigned to it.
  ///
  /// - Throws: `BuildSettingsError.tooLarge`.
  package func trace(of name: String) throws(BuildSettingsError) -> SettingTrace? {
    let all = table.assignments(of: name)
    guard !all.isEmpty else { return nil }
    var expander = Expander(self)
    let winner = assignment(of: name)
    var value: Expansion?
    if let winner { value = try expander.expand(winner.assignment, at: winner.position, in: .string) }
    let used = expander.used
    var entries: [SettingTrace.Entry] = []
    for (position, assignment) in all {
      let role: SettingTrace.Role =
        if position == winner?.position {
          .wins
        } else if !counts(assignment, at: position) {
          .excluded
        } else {
          used.contains { $0.assignment.name == name && $0.position == position } ? .inherited : .overridden
        }
      entries.append(
        SettingTrace.Entry(
          assignment: assignment, level: table.levels[position.level].label, role: role,
          conditions: assignment.conditions.map { ($0, $0.holds(for: parameters)) },
          value: try expansion(of: assignment, at: position)))
    }
    var sources: [SettingTrace.Source] = []
    var known: Set = [name]
    for (position, assignment) in used where known.insert(assignment.name).inserted {
      sources.append(
        SettingTrace.Source(
          name: assignment.name, assignment: assignment, value: try expansion(of: assignment, at: position)))
    }
    return SettingTrace(
      name: name, value: value, entries: entries, sources: sources,
      unknown: value?.unknown.map(\.name).reduce(into: []) { if !$0.contains($1) { $0.append($1) } } ?? [])
  }
}
