/// The levels of commits, for computing the next version.
package struct ReleaseRules: Hashable, Sendable {
  /// By the type of the commit, in lower case.
  package var types = ReleaseRules.standardTypes
  /// The level of a commit of another type, or of none.
  package var other = ReleaseLevel.none
  /// The levels of a breaking change and of a feature while the major number is 0: Semantic Versioning, section 4,
  /// calls this initial development and sets no rules for it.
  package var breakingInInitialDevelopment = ReleaseLevel.minor
  package var featureInInitialDevelopment = ReleaseLevel.minor
  /// The first version of a project that has none.
  package var initial: Version?
  /// The folder of change files.
  package var changesFolder = ".changes"

  package init() {}

  /// The levels of `feat` and `fix` in Conventional Commits 1.0.0, and of other types that users see as a fix.
  package static let standardTypes: [String: ReleaseLevel] = [
    "feat": .minor, "fix": .patch, "perf": .patch, "revert": .patch,
  ]

  /// Returns the level of a commit of `type` alone.
  package func level(ofType type: String?) -> ReleaseLevel {
    type.flatMap { types[$0] } ?? other
  }

  /// Returns `level` adjusted for the version `version`.
  package func level(_ level: ReleaseLevel, of version: Version) -> ReleaseLevel {
    guard version.component(0) == 0 else { return level }
    switch level {
    case .major: return breakingInInitialDevelopment
    case .minor: return featureInInitialDevelopment
    case .patch, .none: return level
    }
  }
}
