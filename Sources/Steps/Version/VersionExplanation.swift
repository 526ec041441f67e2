import Lanes
import MartletCore
import MartletManifests

/// The reasons for a project's version: each place that was considered, and whether a new version replaces it.
package struct VersionExplanation {
  package enum Verdict: String, Encodable {
    case raised, unchanged
    /// Manifests disagree, and this is one of them.
    case undecided
  }

  package struct Candidate {
    package let site: VersionSite
    /// The keyword of its format.
    package let keyword: String
    package let verdict: Verdict
    package let reason: String
  }

  package let version: Version?
  /// A summary in one sentence.
  package let summary: String
  /// The versions, without build numbers.
  package let candidates: [Candidate]
  /// Additional remarks for the user, one line each.
  package let remarks: [String]

  package init(of survey: VersionSurvey, in draft: Draft) throws {
    let isTagged = draft.releasefile.versionSource == .tag
    let version = isTagged ? try draft.newestTaggedVersion() : try? ProjectVersion().version(of: survey, in: draft)
    self.version = version
    candidates = survey.readings.flatMap { reading in
      reading.sites.filter { $0.kind == .version }.map { site in
        let verdict: Verdict = version.map { survey.follows($0, at: site) ? .raised : .unchanged } ?? .undecided
        return Candidate(
          site: site, keyword: reading.keyword, verdict: verdict, reason: Self.reason(for: site, version, survey))
      }
    }
    summary =
      isTagged
      ? version.map { "version \($0): from the newest tag" } ?? "no version: no tag contains one"
      : Self.summary(of: survey, version, elsewhere: draft.newestTagElsewhere)
    remarks = try OtherTags(in: draft).remarks
  }

  /// - Parameter tag: The newest release tag if HEAD contains none.
  private static func summary(of survey: VersionSurvey, _ version: Version?, elsewhere tag: String?) -> String {
    let count = survey.productSites.count
    let places = count == 1 ? "1 place" : "\(count) places"
    switch survey.decision {
    case .declared:
      guard let version else { return "no version: the manifests of the Releasefile disagree" }
      guard let written = try? survey.version(), !written.hasSamePrecedence(as: version) else {
        return "version \(version): from the manifests of the Releasefile"
      }
      return
        "version \(version): from its newest tag; the manifests of the Releasefile contain \(written), without a pre-release"
    case .written(let version):
      return "version \(version): written in \(places), \(tagPhrase(survey.tags, version))"
    case .tagged(let version):
      let repeats = survey.sites(of: .version).count { survey.follows(version, at: $0) }
      let fact =
        switch repeats {
        case 0: "no file contains it"
        case 1: "1 place repeats it"
        default: "\(repeats) places repeat it"
        }
      return "version \(version): from the newest tag reachable from HEAD; \(fact)"
    case .undecided(let error): return "no version: \(error.firstMessage)"
    case .nothing:
      return "no version: neither a file nor a tag contains one"
        + (tag.map { ", but another branch has `\($0)`" } ?? "")
    }
  }

  private static func undecidedReason(for site: VersionSite, _ survey: VersionSurvey) -> String {
    guard case .undecided(.contradiction(let contradiction, let sites, _, _)) = survey.decision, sites.contains(site)
    else { return survey.decision == .declared ? "disagrees with the other manifests" : "does not decide" }
    return switch contradiction {
    case .unexplained: "is later than the newest tag"
    case .unreadable: "cannot be read as a version"
    case .disagreement, .lowered: "disagrees with the other manifests"
    }
  }

  private static func tagPhrase(_ tags: ReleaseTags, _ version: Version) -> String {
    guard let tag = tags.newest else { return "no version tag is reachable from HEAD" }
    if tag.core.hasSamePrecedence(as: version.core) { return "and in the newest tag reachable from HEAD" }
    return tag.precedes(version)
      ? "later than `\(tag)`, the newest tag reachable from HEAD" : "the newest release reachable from HEAD"
  }

  private static func reason(for site: VersionSite, _ version: Version?, _ survey: VersionSurvey) -> String {
    guard let version else { return undecidedReason(for: site, survey) }
    if survey.follows(version, at: site) {
      guard site.role != .product else { return "holds the version" }
      return site.version?.precedes(version) == true ? "has the last release" : "has the same value"
    }
    switch site.role {
    case .format: return "has the name of another kind of version"
    case .dependency: return "belongs to a dependency"
    case .independent: return "may equal the version by chance, or belongs to one release"
    case .test, .example: return "is not part of the product"
    case .copy where site.audience == .dependents: return "requires another version"
    case .product, .appExtension, .otherValue, .copy: break
    }
    guard let own = site.version else { return "is not a version" }
    if own.hasSamePrecedence(as: version) { return "has the default value of new projects" }
    guard version.precedes(own) else { return "is stale" }
    return "is later than the version"
  }
}
