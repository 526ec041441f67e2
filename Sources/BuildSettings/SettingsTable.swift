/// All assignments that count for something, by level. Strength is a matter of order alone: of the assignments whose
/// conditions hold the last one wins, even if another is more specific.
package struct SettingsTable: Sendable {
  /// Where in the table an assignment stands.
  package struct Position: Hashable, Sendable {
    /// The index of the level.
    package let level: Int
    fileprivate let index: Int
  }

  /// The weakest first.
  package let levels: [SettingsLevel]

  /// - Parameter levels: The weakest first. For a target these are: what the build system makes up of the project, the
  ///   project's `.xcconfig`, its own settings, what is made up of the target, the target's `.xcconfig`, its own
  ///   settings (swiftlang/swift-build, `SWBCore/Settings/Settings.swift`).
  package init(_ levels: [SettingsLevel]) {
    self.levels = levels
  }

  /// All assignments of `name`, the strongest first, whether their conditions hold or not.
  package func assignments(of name: String) -> [(position: Position, assignment: Assignment)] {
    assignments(of: name, below: nil)
  }

  /// The strongest assignment of `name` that counts.
  ///
  /// - Parameter position: Only those weaker than the one there.
  package func assignment(
    of name: String, below position: Position? = nil, for values: [String: String]
  ) -> (position: Position, assignment: Assignment)? {
    assignments(of: name, below: position).first { entry in
      entry.assignment.conditions.allSatisfy { $0.holds(for: values) }
    }
  }

  private func assignments(
    of name: String, below position: Position?
  ) -> [(position: Position, assignment: Assignment)] {
    var found: [(position: Position, assignment: Assignment)] = []
    for level in levels.indices.reversed() where level <= position?.level ?? level {
      let assignments = levels[level][name]
      let end = level == position?.level ? position?.index ?? 0 : assignments.count
      found += (0..<end).reversed().map { (Position(level: level, index: $0), assignments[$0]) }
    }
    return found
  }
}
