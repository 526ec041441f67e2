import MartletCore

/// All assignments by level. Strength depends only on order: the last assignment whose conditions hold wins, even if
/// another is more specific.
package struct SettingsTable: Sendable {
  /// The position of an assignment in the table.
  package struct Position: Hashable, Sendable {
    /// The index of the level.
    package let level: Int
    fileprivate let index: Int
  }

  /// The weakest first.
  package let levels: [SettingsLevel]

  /// - Parameter levels: The weakest first. For a target: the build system's own settings for the project, the
  ///   project's `.xcconfig`, its own settings, the build system's own settings for the target, the target's
  ///   `.xcconfig`, its own settings (swiftlang/swift-build, `SWBCore/Settings/Settings.swift`).
  package init(_ levels: [SettingsLevel]) {
    self.levels = levels
  }

  /// Returns all assignments of `name`, the strongest first, whether their conditions hold or not.
  package func assignments(of name: String) -> [(position: Position, assignment: Assignment)] {
    var found: [(position: Position, assignment: Assignment)] = []
    _ = firstAssignment(of: name, below: nil) { assignment, position in
      found.append((position, assignment))
      return false
    }
    return found
  }

  /// Returns the strongest assignment of `name` that satisfies `isMeant`, weaker than the one at `position`.
  func firstAssignment(
    of name: String, below position: Position?, where isMeant: (Assignment, Position) -> Bool
  ) -> (position: Position, assignment: Assignment)? {
    for level in levels.indices.reversed() where level <= position?.level ?? level {
      let assignments = levels[level][name]
      for index in (0..<(level == position?.level ? position?.index ?? 0 : assignments.count)).reversed() {
        let found = Position(level: level, index: index)
        if isMeant(assignments[index], found) { return (found, assignments[index]) }
      }
    }
    return nil
  }

  /// The names of all assigned settings, in byte order.
  package var names: [String] {
    levels.reduce(into: Set<String>()) { $0.formUnion($1.names) }.sorted {
      $0.precedesInBytes($1)
    }
  }
}
