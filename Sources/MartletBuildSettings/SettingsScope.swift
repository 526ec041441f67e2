import MartletCore

/// A table of settings under certain conditions.
package struct SettingsScope: Sendable {
  package let table: SettingsTable
  /// The known values of `config`, `target`, `sdk` and other parameters of conditions. Several values of `sdk` are the
  /// build's SDK and its fallbacks, in this order.
  package let parameters: [String: [String]]

  package init(_ table: SettingsTable, for parameters: [String: [String]]) {
    self.table = table
    self.parameters = parameters
  }

  package init(_ table: SettingsTable, for parameters: [String: String] = [:]) {
    self.init(table, for: parameters.mapValues { [$0] })
  }

  /// Expands the setting `name`; nil when nothing is assigned to it.
  ///
  /// References are resolved late: `$(X)` is the X that wins in the whole table. A reference of a setting to itself, by
  /// name, as `$(inherited)` or through others, is its next weaker value, so there are no infinite cycles.
  /// - Parameter form: A text with blanks and quotes as written, or the elements of a list.
  /// - Throws: `BuildSettingsError.tooLarge`; only a hostile file reaches the limit.
  package func expansion(
    of name: String, in form: Expression.Reading = .string
  ) throws(BuildSettingsError) -> Expansion? {
    guard let (position, assignment) = assignment(of: name) else { return nil }
    return try expansion(of: assignment, at: position, in: form)
  }

  /// Expands `assignment`, which is at `position` of the table, whether it wins or not.
  package func expansion(
    of assignment: Assignment, at position: SettingsTable.Position, in form: Expression.Reading = .string
  ) throws(BuildSettingsError) -> Expansion {
    var expander = Expander(self)
    return try expander.expand(assignment, at: position, in: form)
  }

  /// Expands a text that is not a setting, for example a string of an Info.plist.
  package func expansion(of text: LocatedText) throws(BuildSettingsError) -> Expansion {
    var expander = Expander(self)
    return try expander.expand(text)
  }

  /// Returns the setting `name` as text; empty when nothing is assigned to it.
  package func string(of name: String) throws(BuildSettingsError) -> String {
    try text(of: name, ExpansionCache())?.string ?? ""
  }

  /// Returns the setting `name` as a list, ignoring its declared kind.
  package func list(of name: String) throws(BuildSettingsError) -> [String] {
    try text(of: name, in: .list, ExpansionCache())?.elements ?? []
  }

  /// Returns each of the settings `names` as text, without unassigned ones. An error affects only its own setting.
  package func strings(of names: [String]) -> [(name: String, value: Result<String, BuildSettingsError>)] {
    let cache = ExpansionCache()
    return names.compactMap { name in
      do throws(BuildSettingsError) {
        return try text(of: name, cache).map { (name, .success($0.string)) }
      } catch {
        return (name, .failure(error))
      }
    }
  }

  private func text(
    of name: String, in form: Expression.Reading = .string, _ cache: ExpansionCache
  ) throws(BuildSettingsError) -> Expansion? {
    guard let (position, assignment) = assignment(of: name) else { return nil }
    var expander = Expander(self, cache: cache)
    return try expander.expand(assignment, at: position, in: form)
  }
}

extension SettingsScope {
  /// Returns the strongest assignment of `name` that applies here.
  ///
  /// - Parameter position: If given, only weaker assignments than the one there.
  package func assignment(
    of name: String, below position: SettingsTable.Position? = nil
  ) -> (position: SettingsTable.Position, assignment: Assignment)? {
    table.firstAssignment(of: name, below: position) { counts($0, at: $1) }
  }

  /// Whether all conditions of `assignment`, which is at `position`, hold.
  /// When the SDK has fallbacks, each level uses only the first SDK that one of the setting's assignments there matches
  /// (swiftlang/swift-build, `SWBMacro/MacroValueAssignmentTable.swift`).
  package func counts(_ assignment: Assignment, at position: SettingsTable.Position) -> Bool {
    guard !assignment.conditions.isEmpty else { return true }
    var parameters = parameters
    if let sdks = parameters["sdk"], sdks.count > 1, assignment.conditions.contains(where: { $0.parameter == "sdk" }) {
      let conditions = table.levels[position.level][assignment.name]
        .compactMap { $0.conditions.first { $0.parameter == "sdk" } }
      let chosen = sdks.first { sdk in conditions.contains { $0.holds(for: ["sdk": [sdk]]) } }
      parameters["sdk"] = chosen.map { [$0] } ?? sdks
    }
    return assignment.conditions.allSatisfy { $0.holds(for: parameters) }
  }
}
