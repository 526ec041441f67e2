import Lanes
import MartletCore
import MartletManifests

/// The manifests for a first Releasefile: those that have the version, so that all declared manifests agree. The other
/// manifests are written as comments, with remarks for the user.
struct FoundManifests {
  private(set) var manifests: [ManifestDeclaration] = []
  private(set) var leftOut: [ReleasefileHead.SkippedManifest] = []
  /// Decisions for the user, one line each.
  private(set) var remarks: [String] = []
  /// Contradictions that `martlet check` reports between valid values, such as an extension whose version differs from
  /// its app's.
  private(set) var mismatches: [String] = []
  /// Whether one of the files with the version also has a build number that can be raised.
  private(set) var raisesBuild = false

  init(in survey: VersionSurvey, version: Version, _ names: ProjectNames, of draft: Draft) throws {
    for reading in survey.readings {
      let following = reading.sites.filter { survey.isRaised($0, from: version) }
      let declared =
        try following.isEmpty ? [] : Self.declarations(of: reading, following, version, names, survey.tags, in: draft)
      if !declared.isEmpty {
        manifests += declared
        if !raisesBuild, survey.canRaiseBuild,
          reading.sites.contains(where: { $0.kind == .build && $0.role == .product })
        {
          raisesBuild = true
        }
      } else if let other = LeftOutReading(reading, version, isTagged: survey.decision.isTagged) {
        leftOut.append(other.entry)
        if other.isProduct { remarks.append(other.remark(survey.decision, version)) }
      }
    }
    mismatches = try draft.productProblems().filter { $0.severity == .error }
      .map { "decide: \($0.message)\($0.hint.map { "; \($0)" } ?? "")" }
  }

  /// Returns a manifest declaration with `version` as its only product version. Where the format would read other versions, too,
  /// these are the lines with `version`; none where these are alike.
  ///
  /// - Parameter following: The places that a bump raises.
  private static func declarations(
    of reading: VersionSurvey.Reading, _ following: [VersionSite], _ version: Version, _ names: ProjectNames,
    _ tags: ReleaseTags, in draft: Draft
  ) throws -> [ManifestDeclaration] {
    var candidates = [ManifestDeclaration(reading.keyword, reading.path, options: reading.options)]
    if let project = reading.manifest as? XcodeprojManifest {
      for isProduct in [true, false] {
        let targets = try project.targets(with: version, ofProduct: isProduct, in: draft)
        guard !targets.isEmpty else { continue }
        candidates.append(ManifestDeclaration(reading.keyword, reading.path, options: ["targets": targets]))
      }
    }
    if let whole = candidates.first(where: { $0.has(only: version, names, tags, in: draft) }) { return [whole] }
    return try TextManifest.lines(of: following, in: draft).map(ManifestDeclaration.init).filter {
      $0.has(only: version, names, tags, in: draft)
    }
  }
}

extension ManifestDeclaration {
  /// Whether `version` is its only product version.
  func has(
    only version: Version, _ names: ProjectNames, _ tags: ReleaseTags, in draft: Draft
  ) -> Bool {
    let manifest = try? ManifestCatalogue.format(named: keyword)?.manifest(
      at: path, options: ManifestOptions(options), names: { names })
    guard let manifest,
      let survey = try? VersionSurvey(of: [manifest], in: draft).considering(tags)
    else { return false }
    let product = survey.productSites
    return product.isEmpty
      ? survey.sites(of: .version).contains { survey.follows(version, at: $0) }
      : product.allSatisfy { survey.holds(version, at: $0) }
  }
}

/// A file with a product version that differs from the project's; if only tags have that, also a copy of another one.
private struct LeftOutReading {
  let entry: ReleasefileHead.SkippedManifest
  let isProduct: Bool
  private let highest: Version

  init?(_ reading: VersionSurvey.Reading, _ version: Version, isTagged: Bool) {
    let roles: [VersionSite.Role] = isTagged ? [.product, .copy, .otherValue] : [.product]
    let sites = reading.sites.filter { site in
      site.kind == .version && roles.contains(site.role) && site.audience != .dependents
    }
    isProduct = sites.contains { $0.role == .product }
    let versions = sites.compactMap(\.version)
    guard let highest = versions.highest else { return nil }
    self.highest = highest
    let texts = versions.map(\.description)
    let values = texts.indices.filter { !texts[..<$0].contains(texts[$0]) }.map { texts[$0] }
    entry = .init(keyword: reading.keyword, path: reading.path, value: values.joined(separator: " and "))
  }

  func remark(_ decision: VersionSurvey.Decision, _ version: Version) -> String {
    let fact = decision.isTagged ? "the tags are at \(version)" : "the project is at \(version)"
    let goal = highest.precedes(version) ? version : highest
    let list = decision.isTagged ? "list it instead of `source: tag`" : "list it, too"
    let start = "decide: `\(entry.path)` has \(entry.value), but \(fact), so it is left out"
    // A default such as 1.0 is not the version of a 0.9.
    guard !highest.isInitial || highest.precedes(version) else { return start }
    return "\(start); to raise it, \(list), then `martlet bump \(goal)`"
  }
}
