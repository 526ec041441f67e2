import MartletCore

/// The reason why manifests together have no version.
package enum SurveyError: Error, Equatable, Sendable {
  /// The declared sites have different versions.
  case disagreement([VersionSite])
  /// Tags and files contradict each other. The sites are those that do, and the last parameter the Releasefile lines for the
  /// manifests with the highest version.
  case contradiction(Contradiction, [VersionSite], tags: [ReleaseTags.Name], manifests: [String])
  /// None of the sites has a version.
  case noVersions([VersionSite])
}

/// A contradiction between tags and files.
package enum Contradiction: Sendable {
  /// The sites have different versions, and no tag decides.
  case disagreement
  /// The sites are much later than the newest tag, or were later when it was made.
  case unexplained
  /// A lower release was tagged after a higher one in its history, and no file has its version.
  case lowered
  /// The texts in the place of the product's version cannot be read as versions.
  case unreadable
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
    case .contradiction(let contradiction, let sites, let tags, let manifests):
      let (message, hint) = Self.texts(of: contradiction, sites, tags, hasManifests: !manifests.isEmpty)
      let place = contradiction == .unreadable ? sites.first?.place : nil
      return [Diagnostic(message, at: place, hint: hint, notes: Self.table(tags, sites) + manifests)]
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
  private static func texts(
    of contradiction: Contradiction, _ sites: [VersionSite], _ tags: [ReleaseTags.Name], hasManifests: Bool
  ) -> (message: String, hint: String) {
    switch contradiction {
    case .disagreement:
      let fact = tags.first.map { "none of them has the version `\($0.version)` of the newest tag" } ?? "no tag decides"
      return (
        "manifests disagree on the version, and \(fact)",
        "list the reasons with `martlet version --explain`; if the highest version is right, add the lines from "
          + "`manifests:` on to a file `Releasefile`"
      )
    case .unexplained:
      return (
        "files have a later version than the newest tag, and no release explains it",
        "if the tags are right, write `version: {source: tag}` in a file `Releasefile`; if the files are right, "
          + (hasManifests ? "write the lines from `manifests:` on" : "list them under `manifests:`")
      )
    case .lowered:
      let (higher, lower) = (tags.first?.tag ?? "", tags.last?.tag ?? "")
      return (
        "`\(lower)` was tagged after the higher `\(higher)`, so the current version is unknown",
        "delete the tag that is a mistake, or name the version with `martlet bump VERSION --allow-lower`"
      )
    case .unreadable:
      let problem = sites.first?.problem.map { "\($0)" } ?? "a file has an unreadable version"
      return (problem, "correct the value there, or write `version: {source: tag}` in a file `Releasefile`")
    }
  }

  /// The evidence in rows: the value, its day, and its place.
  private static func table(_ tags: [ReleaseTags.Name], _ sites: [VersionSite]) -> [String] {
    var rows = tags.map { ($0.version.description, $0.day, "tag \($0.tag)") }
    if tags.count > 1, tags[0].tag == tags[1].tag { rows.removeLast() }
    rows += sites.map { ($0.value, tags.isEmpty ? "" : "now", "\($0.place.path):\($0.place.line)") }
    let widths = (rows.map(\.0.count).max() ?? 0, rows.map(\.1.count).max() ?? 0)
    return rows.prefix(12).map { value, day, place in
      let days = widths.1 == 0 ? "" : day.padding(to: widths.1) + "  "
      return "  \(value.padding(to: widths.0))  \(days)\(place)"
    }
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}
