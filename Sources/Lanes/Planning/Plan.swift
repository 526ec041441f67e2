import MartletCore

/// A release as a list of all its effects, in order. It never changes after it was shown.
package struct Plan: Hashable, Sendable, Codable {
  /// One effect and the step that planned it.
  package struct Entry: Hashable, Sendable, Codable {
    /// From 1, through all stages of a run.
    package let number: Int
    /// From 1. Entries of a later stage are a forecast.
    package let stage: Int
    /// The name of the step in reports.
    package let step: String
    package let effect: Effect

    package init(number: Int, stage: Int, step: String, effect: Effect) {
      self.number = number
      self.stage = stage
      self.step = step
      self.effect = effect
    }
  }

  /// The lane's name; for a lane without one, the command.
  package let title: String
  /// Nil when the plan does not change the version.
  package let version: VersionState?
  package let entries: [Entry]
  /// Remarks, such as values that stay unchanged, one line each.
  package let remarks: [String]
  /// Whether the user has already confirmed every outward effect.
  package let isConfirmed: Bool

  /// Whether an effect of the plan is public.
  package var hasOutwardEffects: Bool { entries.contains(where: \.effect.isOutward) }

  /// The plan with other entries.
  package func with(_ entries: [Entry]) -> Plan {
    Plan(title: title, version: version, entries: entries, remarks: remarks, isConfirmed: isConfirmed)
  }
}
