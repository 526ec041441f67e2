import TextEditing
import Versioning

/// A release as a list that can be read aloud: every effect, in order. It never changes after it was shown.
package struct Plan: Hashable, Sendable, Codable {
  /// One effect, and the step that decided it.
  package struct Entry: Hashable, Sendable, Codable {
    /// From 1, through all stages of a run.
    package let number: Int
    /// From 1. Entries of a later stage are what can be known of it by now.
    package let stage: Int
    /// What the report calls the step.
    package let step: String
    package let effect: Effect
  }

  /// The lane's name; for a lane without one, the command.
  package let title: String
  /// Nil when the plan leaves the version alone.
  package let version: VersionState?
  package let entries: [Entry]
  /// What was found and is left alone, a line each.
  package let remarks: [String]
  /// Whether a person has already agreed to every outward effect.
  package let isConfirmed: Bool

  /// Whether something of it will be seen by others.
  package var hasOutwardEffects: Bool { entries.contains(where: \.effect.isOutward) }

  /// The plan with nothing to do.
  package var withoutEntries: Plan {
    Plan(title: title, version: version, entries: [], remarks: remarks, isConfirmed: isConfirmed)
  }
}
