/// The names that `${…}` knows in every lane.
package enum FactName: String, CaseIterable, Sendable {
  case project, version
  case previousVersion = "previous_version"
  case nextVersion = "version.next"
  case build, tag, branch, commit, lane, ci, date

  /// What stands before the name of an environment variable: `${env.USER}`.
  package static let environmentPrefix = "env."

  /// The variable in which commands find the fact, or the parameter, of that name.
  static func variable(of name: String) -> String {
    "MARTLET_" + name.uppercased().replacing("-", with: "_")
  }

  /// The variables in which commands find the facts.
  static let variables = Set(allCases.map { variable(of: $0.rawValue) })

  /// What the name stands for, for the reference.
  package var summary: String {
    switch self {
    case .project: "the project's name"
    case .version: "the version, as of this step"
    case .previousVersion: "the version before this run"
    case .nextVersion: "the version that `bump: auto` would raise to; the current one when there is nothing to release"
    case .build: "the build number, as of this step"
    case .tag: "the tag of `version`"
    case .branch: "the branch that is checked out"
    case .commit: "the id of the commit that is checked out"
    case .lane: "the lane that was asked for"
    case .ci: "`true` in a CI system, otherwise `false`"
    case .date: "the day of the run in UTC, such as `2026-11-21`"
    }
  }

  /// Whether `name` is one that `${…}` knows.
  package static func isKnown(_ name: String) -> Bool {
    FactName(rawValue: name) != nil || (name.hasPrefix(environmentPrefix) && name != environmentPrefix)
  }
}
