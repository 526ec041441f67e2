import MartletManifests
import Steps

/// A place of a version or build number as JSON.
struct PlaceReport: Encodable {
  // Only with the reasons.
  var verdict: VersionExplanation.Verdict?
  var reason: String?
  let value: String
  // Only in the list of all places.
  var kind: VersionSite.Kind?
  let role: VersionSite.Role
  var audience: VersionSite.Audience?
  let manifest: String
  let path: String
  let line: Int
  let column: Int
  var label: String?
  /// The places of the parts, for a value that is split over several.
  var parts: [String]?

  init(_ site: VersionSite, of manifest: String) {
    (value, role, self.manifest) = (site.value, site.role, manifest)
    (path, line, column) = (site.place.path.string, site.place.line, site.place.column)
  }
}

/// All version sites as JSON.
struct SitesReport: Report {
  let schema = 1
  let sites: [PlaceReport]

  init(_ survey: VersionSurvey) {
    sites = survey.readings.flatMap { reading in
      reading.sites.map { site in
        var report = PlaceReport(site, of: reading.keyword)
        (report.kind, report.audience) = (site.kind, site.audience)
        report.label = site.label.isEmpty ? nil : site.label
        report.parts = site.pieces.count == 1 ? nil : site.pieces.map(\.place.description)
        return report
      }
    }
  }
}

/// The explanation of the version as JSON.
struct VersionExplanationReport: Report {
  let schema = 1
  let version: String?
  let summary: String
  let candidates: [PlaceReport]
  let remarks: [String]

  init(_ explanation: VersionExplanation) {
    version = explanation.version?.description
    summary = explanation.summary
    remarks = explanation.remarks
    candidates = explanation.candidates.map { candidate in
      var report = PlaceReport(candidate.site, of: candidate.keyword)
      (report.verdict, report.reason) = (candidate.verdict, candidate.reason)
      return report
    }
  }
}
