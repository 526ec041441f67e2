/// What commits count for when the next version is worked out.
package struct ReleaseRules: Hashable, Sendable {
  /// By the type of the commit, in lower case.
  package var types = ReleaseRules.standardTypes
  /// What a commit of another type, or of none, counts for.
  package var other = ReleaseLevel.none
  /// What a breaking change and a feature count for while the major number is 0: Semantic Versioning, section 4, calls
  /// that initial development and demands nothing of it.
  package var breakingInInitialDevelopment = ReleaseLevel.minor
  package var featureInInitialDevelopment = ReleaseLevel.minor
  /// The first version of a project that has none.
  package var initial: Version?
  /// The folder of change files.
  package var changesFolder = ".changes"

  package init() {}

  /// What Conventional Commits 1.0.0 says of `feat` and `fix`, and what is a fix to its users under another name.
  package static let standardTypes: [String: ReleaseLevel] = [
    "feat": .minor, "fix": .patch, "perf": .patch, "revert": .patch,
  ]

  /// What a commit of `type` counts for by itself.
  package func level(ofType type: String?) -> ReleaseLevel {
    type.flatMap { types[$0] } ?? other
  }

  /// What `level` comes to where the version is `version`.
  package func level(_ level: ReleaseLevel, of version: Version) -> ReleaseLevel {
    guard version.component(0) == 0 else { return level }
    switch level {
    case .major: return breakingInInitialDevelopment
    case .minor: return featureInInitialDevelopment
    case .patch, .none: return level
    }
  }
}
