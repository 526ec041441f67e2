import Lanes
import Manifests
import TextEditing
import Versioning

/// Why a project has the version that it has: each place that was considered, and whether a new version replaces it.
package struct VersionExplanation {
  package enum Verdict: String, Encodable {
    case raised, unchanged
    /// Manifests disagree, and this is one of them.
    case undecided
  }

  package struct Candidate {
    package let site: VersionSite
    /// The word of its format.
    package let keyword: String
    package let verdict: Verdict
    package let reason: String
  }

  package let version: Version?
  /// One sentence.
  package let summary: String
  /// The versions, without build numbers.
  package let candidates: [Candidate]
  /// What else the user should know, a line each.
  package let remarks: [String]

  package init(of survey: VersionSurvey, in draft: Draft) throws {
    let version = try? survey.version()
    self.version = version
    candidates = survey.readings.flatMap { reading in
      reading.sites.filter { $0.kind == .version }.map { site in
        let verdict: Verdict = version.map { survey.follows($0, at: site) ? .raised : .unchanged } ?? .undecided
        return Candidate(
          site: site, keyword: reading.keyword, verdict: verdict, reason: Self.reason(for: site, version, survey))
      }
    }
    summary = Self.summary(of: survey, version)
    remarks = try OtherTags(in: draft).remarks
  }

  private static func summary(of survey: VersionSurvey, _ version: Version?) -> String {
    let count = survey.productSites.count
    let places = count == 1 ? "1 place" : "\(count) places"
    switch survey.decision {
    case .declared:
      guard let version else { return "no version: the manifests of the Releasefile disagree" }
      return "version \(version): the manifests of the Releasefile say it"
    case .written(let version):
      return "version \(version): written in \(places), \(tagPhrase(survey.tags, version))"
    case .tagged(let version):
      return "version \(version): the newest tag that leads to HEAD says it, and no file that decides"
    case .undecided: return "no version: the manifests disagree"
    case .nothing: return "no version: neither a file nor a tag says one"
    }
  }

  private static func tagPhrase(_ tags: ReleaseTags, _ version: Version) -> String {
    guard let tag = tags.newest else { return "no tag that leads to HEAD says a version" }
    if tag.core.hasSamePrecedence(as: version.core) { return "and so does the newest tag that leads to HEAD" }
    return tag.precedes(version)
      ? "later than `\(tag)`, the newest tag that leads to HEAD" : "the newest release that leads to HEAD"
  }

  private static func reason(for site: VersionSite, _ version: Version?, _ survey: VersionSurvey) -> String {
    guard let version else { return "says another version than the others" }
    if survey.follows(version, at: site) { return site.role == .product ? "holds the version" : "has the same value" }
    switch site.role {
    case .format: return "is the version of something else by its name"
    case .dependency: return "belongs to a dependency"
    case .test, .example: return "does not decide, and has another value"
    case .copy where site.audience == .dependents: return "requires another version"
    case .product, .appExtension, .otherTarget, .copy: break
    }
    guard let own = site.version else { return "is not a version" }
    if own.hasSamePrecedence(as: version) { return "has the value that projects begin with" }
    guard version.precedes(own) else { return "is stale" }
    if case .tagged = survey.decision {
      return "is later, but held no released version when the newest release was tagged"
    }
    return "is later than the version"
  }
}
