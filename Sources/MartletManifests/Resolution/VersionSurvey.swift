import MartletCore

/// The versions in all manifests of a project.
package struct VersionSurvey: Sendable {
  /// One manifest with its sites.
  package struct Reading: Sendable {
    package let manifest: any Manifest
    /// The options for its declaration in a Releasefile.
    package var options: [String: [String]] = [:]
    package internal(set) var sites: [VersionSite]
    /// All sites of the manifest, in its order, including those of other readings and skipped ones.
    let found: [VersionSite]

    /// The keyword of the format.
    package var keyword: String { type(of: manifest).keyword }
    package var path: RelativePath { manifest.path }
  }

  /// The decision on the version.
  package enum Decision: Sendable, Equatable {
    /// The user declared the manifests, which have to agree.
    case declared
    /// The version of found manifests.
    case written(Version)
    /// The version of the newest tag, which no manifest has.
    case tagged(Version)
    case undecided(SurveyError)
    /// Neither a manifest nor a tag has a version.
    case nothing
  }

  /// In the order of the manifests; a site that several manifests found is in only one reading.
  package let readings: [Reading]
  package let decision: Decision
  /// The tags that were considered.
  package let tags: ReleaseTags

  /// Reads `manifests` as they are in `files`.
  ///
  /// - Throws: `Failure` with the problems of all manifests at once.
  package init(of manifests: [any Manifest], in files: some FileReading) throws {
    var readings: [Reading] = []
    var problems: [Diagnostic] = []
    for manifest in manifests {
      do {
        let sites = try manifest.versionSites(in: files)
        readings.append(Reading(manifest: manifest, sites: sites, found: sites))
      } catch let error as any ExplainedError {
        problems += error.diagnostics
      } catch let error as TextError {
        problems.append(Diagnostic("`\(manifest.path)` cannot be read: \(error)"))
      }
    }
    guard problems.isEmpty else { throw Failure(problems) }
    self.readings = Self.withoutRepetitions(readings)
    decision = .declared
    tags = .none
  }

  /// Removes sites that several manifests found: keeps the first with the product role, or else the first.
  private static func withoutRepetitions(_ readings: [Reading]) -> [Reading] {
    let all = readings.flatMap(\.sites)
    var product = Set(all.filter { $0.role == .product }.map(Location.init))
    var others = Set(all.map(Location.init)).subtracting(product)
    return readings.map { reading in
      let sites = reading.sites.filter { site in
        (site.role == .product ? product.remove(Location(site)) : others.remove(Location(site))) != nil
      }
      return Reading(manifest: reading.manifest, sites: sites, found: reading.found)
    }
  }

  /// Creates the survey of a project search.
  init(_ readings: [Reading], _ decision: Decision, _ tags: ReleaseTags) {
    self.readings = readings
    self.decision = decision
    self.tags = tags
  }

  /// Returns the same survey with `tags`: while declared places have a pre-release, others may have the last release.
  package func considering(_ tags: ReleaseTags) -> VersionSurvey { VersionSurvey(readings, decision, tags) }

  /// The start of a site: no two sites start at the same byte.
  struct Location: Hashable {
    let path: RelativePath
    let offset: Int

    init(_ site: VersionSite) {
      path = site.pieces[0].path
      offset = site.pieces[0].span.lowerBound
    }
  }
}

extension VersionSurvey {
  /// Returns all sites of `kind`, in the order of the manifests.
  package func sites(of kind: VersionSite.Kind) -> [VersionSite] {
    readings.flatMap(\.sites).filter { $0.kind == kind }
  }

  /// The product sites with the project's version; while that is undecided, all product sites.
  package var productSites: [VersionSite] {
    let sites = sites(of: .version).filter { $0.role == .product && $0.version != nil }
    guard let version = decision.version else { return sites }
    return sites.filter { holds(version, at: $0) }
  }

  /// Whether the user declared only manifests that repeat the version, such as a README: the newest tag is the version.
  package var onlyRepeats: Bool {
    let sites = sites(of: .version)
    let isDeclared = !sites.isEmpty || !readings.isEmpty && readings.allSatisfy { $0.manifest is ReadmeManifest }
    return decision == .declared && isDeclared && sites.allSatisfy { $0.role == .copy }
  }

  /// The files for users in which no place has a version of the project.
  package var emptyReadmes: [RelativePath] { ofReadmes.readings.filter(\.found.isEmpty).map(\.path) }

  /// The survey of the files for users alone, which repeat the version.
  package var ofReadmes: VersionSurvey {
    VersionSurvey(readings.filter { $0.manifest is ReadmeManifest }, decision, tags)
  }

  /// The product sites with a version other than the project's.
  package var staleSites: [VersionSite] {
    guard let version = decision.version else { return [] }
    return sites(of: .version).filter { $0.role == .product && $0.version != nil && !holds(version, at: $0) }
  }

  /// Whether files of the product have the version of the newest tag.
  package var isConfirmedByTag: Bool {
    guard case .written(let version) = decision else { return false }
    return tags.newest?.hasSamePrecedence(as: version) == true || tags.released?.hasSamePrecedence(as: version) == true
  }

  /// Returns the product's version in its fullest spelling: with a pre-release rather than Apple's numbers.
  ///
  /// - Returns: nil when there is none.
  /// - Throws: `SurveyError`.
  package func version() throws(SurveyError) -> Version? {
    switch decision {
    case .declared: return try declaredVersion()
    case .written(let version), .tagged(let version): return version
    case .undecided(let error): throw error
    case .nothing: return nil
    }
  }

  /// Returns the version in files; nil if only a tag has one, or there is none.
  package func writtenVersion() throws(SurveyError) -> Version? {
    if case .tagged = decision { nil } else { try version() }
  }

  private func declaredVersion() throws(SurveyError) -> Version? {
    let sites = productSites
    let fullest = sites.filter { $0.audience == .everyone } + sites
    guard let version = fullest.first?.version else {
      let others = self.sites(of: .version).filter { $0.role == .product }
      guard others.isEmpty else { throw .noVersions(others) }
      return nil
    }
    guard sites.allSatisfy({ holds(version, at: $0) }) else { throw .disagreement(sites) }
    return version
  }

  /// The product's build number; nil when there is none or the sites disagree.
  package var build: String? {
    let values = Set(sites(of: .build).filter { $0.role == .product }.map(\.value))
    return values.count == 1 ? values.first : nil
  }

  /// Whether a new version replaces `current` at `site`; while `current` is a pre-release, also the last release.
  package func follows(_ current: Version, at site: VersionSite) -> Bool {
    site.audience == .dependents && current.isPrerelease && !tags.lastReleases(before: current).isEmpty
      ? waits(at: site, for: current) : site.follows(current) || waits(at: site, for: current)
  }

  /// Whether a bump from `current` raises the site: also a build number that is the version, as some projects have it.
  package func isRaised(_ site: VersionSite, from current: Version) -> Bool {
    switch site.kind {
    case .version: follows(current, at: site)
    case .build: site.value == current.description && site.value.contains(".") && site.follows(current)
    }
  }

  /// Whether the site has `version`, or waits for its release.
  package func holds(_ version: Version, at site: VersionSite) -> Bool {
    site.holds(version) || waits(at: site, for: version)
  }

  /// Whether the site has the last release while the version is the pre-release `version`, and gets the next release: a copy, or a
  /// place for Apple's tools, which cannot have a pre-release.
  private func waits(at site: VersionSite, for version: Version) -> Bool {
    guard version.isPrerelease, site.kind == .version, let own = site.version, !own.isPrerelease,
      site.role == .copy
        || site.audience == .apple && !own.isInitial
          && [.product, .appExtension, .otherValue].contains(site.role)
    else { return false }
    return tags.lastReleases(before: version).contains { released in
      site.role == .copy && site.audience == .everyone
        ? site.value == released.description : own.hasSamePrecedence(as: released)
    }
  }

  /// The places of the repository's own version that a bump from `current` raises, in the order of the manifests.
  package func places(raisedFrom current: Version) -> [Place] {
    readings.flatMap(\.sites).filter { !$0.isPodRequirement && isRaised($0, from: current) }
      .flatMap { $0.pieces.map(\.place) }
  }

  /// Returns the edits that replace `old` with `new` in every site that follows the version, and the other sites, which
  /// are not changed.
  ///
  /// - Parameter dependencies: The versions of the packages that this one depends on, before and after: requirements on their pods
  ///   follow these. Nil if all pods of the repository have one version.
  /// - Throws: `AppleVersionError` for a version that Apple's stores reject, `ManifestError.doesNotFit`, and
  ///   `.notReadBack` where the version would be read back differently or not be found; errors of `files`.
  package func edits(
    raising old: Version?, to new: Version, dependencies: [(old: Version?, new: Version)]? = nil,
    in files: some FileReading
  ) throws -> (edits: [RelativePath: [TextEdit]], left: [VersionSite]) {
    var writing = VersionWriting()
    var left: [VersionSite] = []
    for site in readings.flatMap(\.sites) {
      guard site.kind == .version || old.map({ isRaised(site, from: $0) }) == true else { continue }
      let dependency = site.isPodRequirement ? dependencies?.first { $0.old.map(site.follows) ?? false } : nil
      if let dependency {
        try writing.add(dependency.new.description, at: site)
        continue
      }
      let isMeant = old.map { isRaised(site, from: $0) } ?? (site.role == .product && site.version != nil)
      guard isMeant, dependencies == nil || !site.isPodRequirement else {
        left.append(site)
        continue
      }
      // It waits for the next release.
      if new.isPrerelease, let old, !site.follows(old) { continue }
      guard let text = try site.isUnusual ? new.description : site.audience.text(for: new) else { continue }
      try writing.add(text, at: site)
    }
    try writing.check(readings, in: files)
    return (writing.edits, left)
  }
}

extension VersionSite {
  /// Whether it has a pre-release in full, or four numbers, where Apple's tools expect up to three numbers: it keeps that form.
  fileprivate var isUnusual: Bool {
    audience != .everyone && (version?.isPrerelease == true || value.count { $0 == "." } > 2)
  }
}

extension VersionSurvey {
  /// Returns the highest build number of the product; nil when there is none.
  package func highestBuild() throws(VersionError) -> BuildNumber? {
    var highest: BuildNumber?
    for site in sites(of: .build) where site.role == .product {
      let build = try BuildNumber(site.value)
      if highest?.precedes(build) ?? true { highest = build }
    }
    return highest
  }

  /// Returns the edits that set the product's build number to `new`, and that of all sites with the same value, and the
  /// other sites, which are not changed, without those of tests.
  ///
  /// - Throws: `AppleVersionError` for a number that Apple's stores reject, `ManifestError.notReadBack` where it would
  ///   be read back differently or not be found; errors of `files`.
  package func buildEdits(
    to new: BuildNumber, in files: some FileReading
  ) throws -> (edits: [RelativePath: [TextEdit]], left: [VersionSite]) {
    let product = Set(sites(of: .build).filter { $0.role == .product }.map(\.value))
    var writing = VersionWriting()
    var left: [VersionSite] = []
    for site in sites(of: .build) {
      guard product.contains(site.value), site.canHold(new) else {
        if site.role != .test { left.append(site) }
        continue
      }
      let text = site.audience == .apple ? try AppleVersionRule.buildVersion(of: new) : new.text
      try writing.add(text, at: site)
    }
    try writing.check(readings, in: files)
    return (writing.edits, left)
  }
}

extension VersionSite {
  /// Whether Android's `versionCode` can be the number: it is an integer.
  fileprivate func canHold(_ build: BuildNumber) -> Bool { label != GradleManifest.code || Int32(build.text) != nil }
}
