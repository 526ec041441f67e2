import MartletCore

/// The assignments of one place in order of strength: a project's `.xcconfig`, a target's own settings.
package struct SettingsLevel: Sendable {
  /// The name of the level for display, for example `target CoolApp`.
  package let label: String
  /// By name, the strongest last.
  private let assignments: [String: [Assignment]]
  /// The distinct lists of conditions of its assignments.
  package let conditions: Set<[Condition]>

  /// - Parameter assignments: The strongest last.
  package init(_ label: String, _ assignments: [Assignment]) {
    self.label = label
    self.assignments = Dictionary(grouping: assignments, by: \.name)
    conditions = Set(assignments.map(\.conditions).filter { !$0.isEmpty })
  }

  /// Creates a level from a dictionary of a project file, which is unordered.
  ///
  /// The build system processes the keys in byte order. So conditional assignments are stronger than the plain one, and
  /// the last key whose conditions hold wins (swiftlang/swift-build, `SWBCore/ProjectModel/BuildConfiguration.swift`).
  package init(_ label: String, dictionary: [(key: String, assignment: Assignment)]) {
    self.init(label, dictionary.sorted { $0.key.precedesInBytes($1.key) }.map(\.assignment))
  }

  /// The assignments of `name`, the strongest last.
  package subscript(name: String) -> [Assignment] { assignments[name] ?? [] }

  /// The names of all assigned settings.
  var names: some Collection<String> { assignments.keys }
}
