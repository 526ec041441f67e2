import MartletCore

/// The reason why manifests together have no version.
package enum SurveyError: Error, Equatable, Sendable {
  /// The declared sites have different versions.
  case disagreement([VersionSite])
  /// The found sites have different versions, and no tag decides; `manifests` are the Releasefile lines for those with
  /// the highest version.
  case conflict([VersionSite], newest: Version?, manifests: [String])
  /// None of the sites has a version.
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
          site.problem.map { "\($0)" } ?? "`\(site.value)` is not a version", at: site.place,
          hint: "correct the value there")
      }
    case .conflict(let sites, let newest, let manifests):
      let fact = newest.map { "none of them has the version `\($0)` of the newest tag" } ?? "no tag decides"
      return [
        Diagnostic(
          "manifests disagree on the version, and \(fact)",
          hint:
            "list the reasons with `martlet version --explain`; if the highest version is right, add the lines from "
            + "`manifests:` on to a file `Releasefile`",
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
  /// Remarks on how to raise the files with an earlier version than the newest tag; none for default values of new
  /// Xcode projects.
  package var staleRemarks: [String] {
    let stale = staleSites.filter { $0.audience != .apple || $0.version?.isInitial == false }
    guard let highest = stale.compactMap(\.version).max(by: { $0.precedes($1) }) else { return [] }
    return ["to raise these, too, list them in a Releasefile:"]
      + readings.declarations(of: highest).map { "  \($0)" }
  }
}
