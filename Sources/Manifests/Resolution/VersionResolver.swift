import TextEditing
import Versioning

/// Finds the version of a project and every place that holds it, without being told where to look.
///
/// The newest tag that leads to the commit that is checked out is the anchor. Carriers that say it confirm it; carriers
/// that said it or an earlier release when it was made, and all say one later version now, have been raised since; what says an earlier version is
/// stale, and never decides. Where
/// there is no tag, all carriers have to agree, except for values that every new Xcode project begins with. Then every
/// place that holds the version follows it, wherever a declaration of it is; all others stay as they are.
package struct VersionResolver: Sendable {
  /// How much is searched.
  package enum Depth: Sendable {
    /// What decides the version, and no more.
    case version
    /// Also every place that a new version is written to.
    case edits
    /// Also the places that keep their values.
    case everything
  }

  private let names: ProjectNames
  private let tags: ReleaseTags
  private let rules: [CandidateRule]

  package init(names: ProjectNames, tags: ReleaseTags, rules: [CandidateRule] = CandidateRule.all) {
    self.names = names
    self.tags = tags
    self.rules = rules
  }

  /// - Parameter released: The files as the newest release has them; nil where that is not known.
  /// - Throws: `ManifestError` for a carrier that cannot be read, such as a project with merge conflicts; what `files`
  ///   throws.
  package func survey(
    of files: some FileReading, since released: (any FileReading)? = nil, for depth: Depth
  ) throws -> VersionSurvey {
    func decision(of found: [VersionSurvey.Reading]) -> VersionSurvey.Decision? {
      Decision(of: found, tags) { reading in
        guard let released, let tag = tags.released else { return true }
        return reading.held(oneOf: tags.releases + [tag], in: released)
      }
    }
    var search = try CandidateSearch(names, rules, in: files)
    var found = try Self.withAppsFirst(try search.manifests(of: .carriers), in: search.files)
    var settled = decision(of: found.map(\.reading))
    var didReadSupport = false
    if settled == nil {
      found += try search.manifests(of: .support)
      didReadSupport = true
      settled = decision(of: found.map(\.reading))
    }
    var didReadSources = false
    // Beside a tag, any constant would be a weak voice; but it tells a pre-release of a machine from the version.
    if settled == nil, tags.newest?.isPrerelease ?? true, tags.decided == nil {
      found += try search.manifests(of: .sources)
      didReadSources = true
      settled = decision(of: found.map(\.reading))
    }
    let anchor = tags.decided ?? tags.newest
    let decision = settled ?? anchor.map(VersionSurvey.Decision.tagged) ?? .nothing
    guard depth != .version else { return survey(found, decision) }
    if !didReadSupport { found += try search.manifests(of: .support).map(\.asCopy) }
    let version = decision.version
    found += try search.manifests(of: .beside) { source in
      depth == .everything || version.map { source.bytes.firstIndex(of: $0.core.description, from: 0) != nil } ?? false
    }
    if let version { found += try search.followers(of: version, rank: rules.count) }
    if depth == .everything, !didReadSources { found += try search.manifests(of: .sources).map(\.asCopy) }
    return survey(found, decision)
  }

  private func survey(
    _ found: [CandidateSearch<some FileReading>.Found], _ decision: VersionSurvey.Decision
  ) -> VersionSurvey {
    let ordered = found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    return VersionSurvey(ordered.map(\.element.reading), decision, tags)
  }

  private typealias Decision = VersionSurvey.Decision

  /// Where one Xcode project makes an app, those that make none are made for it.
  private static func withAppsFirst<Base>(
    _ found: [CandidateSearch<Base>.Found], in files: some FileReading
  ) throws -> [CandidateSearch<Base>.Found] {
    let projects = found.map { $0.reading.manifest as? XcodeprojManifest }
    // One alone is made for no other, whatever it makes.
    guard projects.count(where: { $0 != nil }) > 1 else { return found }
    let hasApp = try projects.map { try $0?.makesApp(in: files) }
    guard hasApp.contains(true) else { return found }
    return zip(found, hasApp).map { found, hasApp in hasApp == false ? found.asCopy : found }
  }
}

extension CandidateSearch.Found {
  /// The same, with what speaks for the product repeating it instead.
  var asCopy: Self {
    let sites = reading.sites.map { $0.role == .product ? $0.with(role: .copy) : $0 }
    return Self(
      rank: rank,
      reading: VersionSurvey.Reading(
        manifest: reading.manifest, options: reading.options, sites: sites, found: reading.found))
  }
}
