import TextEditing

/// A table of settings looked at under certain conditions.
package struct SettingsScope: Sendable {
  package let table: SettingsTable
  /// The values of `config`, `target`, `sdk` and other parameters of conditions, as far as they are known. Several of
  /// `sdk` are the one that is built for and those that it falls back to, in this order.
  package let parameters: [String: [String]]

  package init(_ table: SettingsTable, for parameters: [String: [String]]) {
    self.table = table
    self.parameters = parameters
  }

  package init(_ table: SettingsTable, for parameters: [String: String] = [:]) {
    self.init(table, for: parameters.mapValues { [$0] })
  }

  /// What the setting `name` comes to; nil when nothing is assigned to it.
  ///
  /// References are followed as late as can be: `$(X)` is the X that wins in the whole table. A reference of a setting to
  /// itself, by name, as `$(inherited)` or through others, is to its next weaker value, so that nothing goes round.
  /// - Parameter form: A text, in which blanks and quotes are as they are written; or the elements of a list.
  /// - Throws: `BuildSettingsError.tooLarge` for what only a hostile file comes to.
  package func expansion(
    of name: String, in form: Expression.Reading = .string
  ) throws(BuildSettingsError) -> Expansion? {
    guard let (position, assignment) = assignment(of: name) else { return nil }
    return try expansion(of: assignment, at: position, in: form)
  }

  /// What `assignment`, which stands at `position` of the table, comes to, whether it wins or not.
  package func expansion(
    of assignment: Assignment, at position: SettingsTable.Position, in form: Expression.Reading = .string
  ) throws(BuildSettingsError) -> Expansion {
    var expander = Expander(self)
    return try expander.expand(assignment, at: position, in: form)
  }

  /// What a text that is no setting comes to, for example a string of an Info.plist.
  package func expansion(of text: LocatedText) throws(BuildSettingsError) -> Expansion {
    var expander = Expander(self)
    return try expander.expand(text)
  }

  /// The text that the setting `name` comes to; empty when nothing is assigned to it.
  package func string(of name: String) throws(BuildSettingsError) -> String {
    try text(of: name, ExpansionCache())?.string ?? ""
  }

  /// The elements that the setting `name` comes to when it is read as a list, whatever it is declared to be.
  package func list(of name: String) throws(BuildSettingsError) -> [String] {
    try text(of: name, in: .list, ExpansionCache())?.elements ?? []
  }

  /// What every one of the settings `names` comes to as a text, without those that nothing is assigned to. A failure is that
  /// of one setting; the others have their values.
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
  /// The strongest assignment of `name` that counts here.
  ///
  /// - Parameter position: Only those weaker than the one there.
  package func assignment(
    of name: String, below position: SettingsTable.Position? = nil
  ) -> (position: SettingsTable.Position, assignment: Assignment)? {
    table.firstAssignment(of: name, below: position) { counts($0, at: $1) }
  }

  /// Whether all conditions of `assignment`, which stands at `position`, hold.
  ///
  /// When an SDK has others to fall back to, each level of settings takes the first one that any assignment of the same
  /// setting there is for, and no other (swiftlang/swift-build, `SWBMacro/MacroValueAssignmentTable.swift`).
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
