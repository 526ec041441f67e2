import TextEditing

/// A table of settings looked at under certain conditions.
package struct SettingsScope: Sendable {
  package let table: SettingsTable
  /// The values of `config`, `target`, `sdk` and other parameters of conditions, as far as they are known.
  package let parameters: [String: String]

  package init(_ table: SettingsTable, for parameters: [String: String] = [:]) {
    self.table = table
    self.parameters = parameters
  }

  /// What the setting `name` comes to; nil when nothing is assigned to it.
  ///
  /// References are followed as late as can be: `$(X)` is the X that wins in the whole table. A reference of a setting to
  /// itself, by name, as `$(inherited)` or through others, is to its next weaker value, so that nothing goes round.
  /// - Throws: `BuildSettingsError.tooDeep` and `.tooLarge` for what only a hostile file comes to.
  package func expansion(of name: String) throws(BuildSettingsError) -> Expansion? {
    guard let (position, assignment) = table.assignment(of: name, for: parameters) else { return nil }
    return try expansion(of: assignment, at: position)
  }

  /// What `assignment`, which stands at `position` of the table, comes to, whether it wins or not.
  package func expansion(
    of assignment: Assignment, at position: SettingsTable.Position
  ) throws(BuildSettingsError) -> Expansion {
    var expander = Expander(self)
    return try expander.expand(assignment, at: position)
  }

  /// What a text that is no setting comes to, for example a string of an Info.plist.
  package func expansion(of text: LocatedText) throws(BuildSettingsError) -> Expansion {
    var expander = Expander(self)
    return try expander.expand(text)
  }

  /// The text that the setting `name` comes to; empty when nothing is assigned to it.
  package func string(of name: String) throws(BuildSettingsError) -> String {
    try expansion(of: name)?.string ?? ""
  }
}
