import TextEditing

/// The assignments of one place in the order of strength: a project's `.xcconfig`, a target's own settings.
package struct SettingsLevel: Sendable {
  /// What it is, for people, for example `target CoolApp`.
  package let label: String
  /// By name, the strongest last.
  private let assignments: [String: [Assignment]]
  /// The conditions of its assignments, each list once.
  package let conditions: Set<[Condition]>

  /// - Parameter assignments: The strongest last.
  package init(_ label: String, _ assignments: [Assignment]) {
    self.label = label
    self.assignments = Dictionary(grouping: assignments, by: \.name)
    conditions = Set(assignments.map(\.conditions).filter { !$0.isEmpty })
  }

  /// The assignments of a dictionary of a project file, which has no order of its own.
  ///
  /// The build system goes through the keys in the order of their bytes, so conditional assignments are stronger than the
  /// plain one, and among those that hold the last key wins (swiftlang/swift-build, `SWBCore/ProjectModel/BuildConfiguration.swift`).
  package init(_ label: String, dictionary: [(key: String, assignment: Assignment)]) {
    self.init(label, dictionary.sorted { $0.key.precedesInBytes($1.key) }.map(\.assignment))
  }

  /// The assignments of `name`, the strongest last.
  package subscript(name: String) -> [Assignment] { assignments[name] ?? [] }

  /// All names that something is assigned to.
  var names: some Collection<String> { assignments.keys }
}
