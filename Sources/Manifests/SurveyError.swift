import TextEditing
import Versioning

/// Why manifests together have no version.
package enum SurveyError: Error, Equatable, Sendable {
  /// The sites that the user named do not all say the same.
  case disagreement([VersionSite])
  /// The sites that were found do not say the same, and no tag decides; `manifests` are the lines of a Releasefile that
  /// names those with the highest version.
  case conflict([VersionSite], newest: Version?, manifests: [String])
  /// None of the sites says a version.
  case noVersions([VersionSite])
}

extension SurveyError: ExplainedError {
  package var failure: Failure {
    Failure(diagnosticList)
  }

  private var diagnosticList: [Diagnostic] {
    switch self {
    case .noVersions(let sites):
      return sites.prefix(10).map { site in
        Diagnostic(
          site.problem.map { "\($0)" } ?? "`\(site.value)` is no version", at: site.place, hint: "correct it there")
      }
    case .conflict(let sites, let newest, let manifests):
      let fact = newest.map { "none of them says `\($0)`, the newest tag" } ?? "no tag says which is right"
      return [
        Diagnostic(
          "manifests disagree on the version, and \(fact)",
          hint: "see the reasons with `martlet version --explain`; if the highest one is right, write the lines from "
            + "`manifests:` on into a file `Releasefile`",
          notes: sites.listed + manifests)
      ]
    case .disagreement(let sites):
      let highest = sites.compactMap(\.version).max { $0.precedes($1) }
      let places = sites.map { "\($0.value) in \($0.place.path):\($0.place.line)" }
      let isShort = places.count <= 3
      return [
        Diagnostic(
          "manifests disagree on the version" + (isShort ? ": \(places.joined(separator: ", "))" : ""),
          hint: highest.map { "set one with `martlet bump \($0)`" }, notes: isShort ? [] : places.map { "  \($0)" })
      ]
    }
  }
}

extension [VersionSite] {
  fileprivate var listed: [String] { map { "  \($0.value)  \($0.place.path):\($0.place.line)" } }
}

extension VersionSurvey {
  /// How to raise the files that say an earlier version than the newest tag; none where that is only what every new Xcode
  /// project begins with.
  package var staleRemarks: [String] {
    let stale = staleSites.filter { $0.audience != .apple || $0.version?.isInitial == false }
    guard let highest = stale.compactMap(\.version).max(by: { $0.precedes($1) }) else { return [] }
    return ["to raise these, too, name them in a Releasefile:"]
      + readings.declarations(of: highest).map { "  \($0)" }
  }
}
