/// The names that `${…}` can use in every lane.
package enum FactName: String, CaseIterable, Sendable {
  case project, version
  case previousVersion = "previous_version"
  case nextVersion = "version.next"
  case build, tag, branch, commit, lane, ci, date

  /// The prefix of the name of an environment variable: `${env.USER}`.
  package static let environmentPrefix = "env."

  /// Returns the environment variable of commands for the fact or parameter `name`.
  package static func variable(of name: String) -> String {
    "MARTLET_" + name.uppercased().replacing("-", with: "_")
  }

  /// The environment variables of commands for all facts.
  package static let variables = Set(allCases.map { variable(of: $0.rawValue) })

  /// The description in the reference.
  package var summary: String {
    switch self {
    case .project: "the project's name"
    case .version: "the version, as of this step"
    case .previousVersion: "the version before this run"
    case .nextVersion: "the version that `bump: auto` would set; the current one when there is nothing to release"
    case .build: "the build number, as of this step"
    case .tag: "the tag of `version`"
    case .branch: "the current branch"
    case .commit: "the commit id of HEAD"
    case .lane: "the lane that was started"
    case .ci: "`true` in a CI system, `false` elsewhere"
    case .date: "the day of the run in UTC, such as `2026-11-21`"
    }
  }

  /// Whether `${…}` can use `name` in every lane.
  package static func isKnown(_ name: String) -> Bool {
    FactName(rawValue: name) != nil || (name.hasPrefix(environmentPrefix) && name != environmentPrefix)
  }
}
