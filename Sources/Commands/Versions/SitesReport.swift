import MartletManifests
import Steps

/// All version sites as JSON.
struct SitesReport: Report {
  struct SiteReport: Encodable {
    let value: String
    let kind: VersionSite.Kind
    let role: VersionSite.Role
    let audience: VersionSite.Audience
    let manifest: String
    let path: String
    let line: Int
    let column: Int
    let label: String?
    /// The places of the parts, for a value that is split over several.
    let parts: [String]?
  }

  let schema = 1
  let sites: [SiteReport]

  init(_ survey: VersionSurvey) {
    sites = survey.readings.flatMap { reading in
      reading.sites.map { site in
        SiteReport(
          value: site.value, kind: site.kind, role: site.role, audience: site.audience, manifest: reading.keyword,
          path: site.place.path.string, line: site.place.line, column: site.place.column,
          label: site.label.isEmpty ? nil : site.label,
          parts: site.pieces.count == 1 ? nil : site.pieces.map(\.place.description))
      }
    }
  }
}

/// The explanation of the version as JSON.
struct VersionExplanationReport: Report {
  struct CandidateReport: Encodable {
    let verdict: VersionExplanation.Verdict
    let reason: String
    let value: String
    let role: VersionSite.Role
    let manifest: String
    let path: String
    let line: Int
    let column: Int
  }

  let schema = 1
  let version: String?
  let summary: String
  let candidates: [CandidateReport]
  let remarks: [String]

  init(_ explanation: VersionExplanation) {
    version = explanation.version?.description
    summary = explanation.summary
    remarks = explanation.remarks
    candidates = explanation.candidates.map { candidate in
      let place = candidate.site.place
      return CandidateReport(
        verdict: candidate.verdict, reason: candidate.reason, value: candidate.site.value, role: candidate.site.role,
        manifest: candidate.keyword, path: place.path.string, line: place.line, column: place.column)
    }
  }
}
