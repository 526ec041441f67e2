import MartletCore

/// The reason why manifests together have no version.
package enum SurveyError: Error, Equatable, Sendable {
  /// The declared sites have different versions.
  case disagreement([VersionSite])
  /// The found sites have different versions, and no tag decides; `manifests` are the Releasefile lines for those with
  /// the highest version.
  case conflict([VersionSite], newest: Version?, manifests: [String])
  /// The found sites are much later than the newest tag, or were later when it was made; `manifests` are the Releasefile lines for
  /// them.
  case contradiction([VersionSite], tags: [ReleaseTags.Name], manifests: [String])
  /// A lower release was tagged after a higher one in its history, and no file has its version.
  case lowered(from: ReleaseTags.Name, to: [ReleaseTags.Name])
  /// The texts in the place of the product's version cannot be read as versions.
  case unreadable([VersionSite], tags: [ReleaseTags.Name])
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
    case .contradiction(let sites, let tags, let manifests):
      return [
        Diagnostic(
          "files have a later version than the newest tag, and no release explains it",
          hint:
            "if the tags are right, write `version: {source: tag}` in a file `Releasefile`; if the files are right, "
            + (manifests.isEmpty ? "list them under `manifests:`" : "write the lines from `manifests:` on"),
          notes: Self.table(tags, sites) + manifests)
      ]
    case .lowered(let higher, let tags):
      let lower = tags.last ?? higher
      return [
        Diagnostic(
          "`\(lower.tag)` was tagged after the higher `\(higher.tag)`, so the current version is unknown",
          hint: "delete the tag that is a mistake, or name the version with `martlet bump VERSION --allow-lower`",
          notes: Self.table([higher, lower], []))
      ]
    case .unreadable(let sites, let tags):
      return [
        Diagnostic(
          sites[0].problem.map { "\($0)" } ?? "`\(sites[0].value)` is not a version", at: sites[0].place,
          hint: "correct the value there, or write `version: {source: tag}` in a file `Releasefile`",
          notes: Self.table(tags, sites))
      ]
    case .disagreement(let sites):
      let highest = sites.compactMap(\.version).highest
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

extension SurveyError {
  /// The evidence in rows: the value, its day, and its place.
  private static func table(_ tags: [ReleaseTags.Name], _ sites: [VersionSite]) -> [String] {
    var rows = tags.map { ($0.version.description, $0.day, "tag \($0.tag)") }
    if tags.count > 1, tags[0].tag == tags[1].tag { rows.removeLast() }
    rows += sites.map { ($0.value, "now", "\($0.place.path):\($0.place.line)") }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.prefix(12).map { value, day, place in
      "  " + value + String(repeating: " ", count: width - value.count) + "  "
        + day + String(repeating: " ", count: max(0, 10 - day.count)) + "  " + place
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
    guard let highest = stale.compactMap(\.version).highest else { return [] }
    return ["to raise these, too, list them in a Releasefile:"]
      + readings.declarations(of: highest).map { "  \($0)" }
  }
}
