/// How a setting comes to its value: every assignment of it, and what else it draws on.
package struct SettingTrace: Sendable {
  /// What an assignment has to do with the value.
  package enum Role: String, Sendable {
    /// It is the value.
    case wins
    /// The value takes it in, as `$(inherited)` or by a reference to itself.
    case inherited
    /// A stronger one stands before it.
    case overridden
    /// One of its conditions does not hold.
    case excluded
  }

  package struct Entry: Sendable {
    package let assignment: Assignment
    /// What the assignment belongs to, for people.
    package let level: String
    package let role: Role
    /// Each condition and whether it holds.
    package let conditions: [(condition: Condition, holds: Bool)]
    /// What it comes to, whether it counts or not.
    package let value: Expansion
  }

  /// Another setting that the value is made of.
  package struct Source: Sendable {
    package let name: String
    package let assignment: Assignment
    package let value: Expansion
  }

  package let name: String
  /// Nil when no assignment counts.
  package let value: Expansion?
  /// The strongest first.
  package let entries: [Entry]
  /// In the order in which they are met, each name once.
  package let sources: [Source]
  /// References to settings that have no value here, each name once.
  package let unknown: [String]
}

extension SettingsScope {
  /// How the setting `name` comes to its value; nil when nothing is assigned to it at all.
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
