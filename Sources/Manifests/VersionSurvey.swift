import TextEditing
import Versioning

/// What all manifests of a project together say of its version.
package struct VersionSurvey: Sendable {
  /// One manifest, and what was found in it.
  package struct Reading: Sendable {
    package let manifest: any Manifest
    /// What a Releasefile has to say of it beside its path.
    package var options: [String: [String]] = [:]
    package let sites: [VersionSite]
    /// All that the manifest finds in these files, in its order, also what belongs to another reading or is passed over.
    let found: [VersionSite]

    /// The format's word.
    package var keyword: String { type(of: manifest).keyword }
    package var path: RelativePath { manifest.path }
  }

  /// How the version follows from the sites.
  package enum Decision: Sendable, Equatable {
    /// The manifests were named by the user, and have to agree.
    case declared
    /// Manifests that were found say it.
    case written(Version)
    /// The newest tag says it, and no manifest.
    case tagged(Version)
    case undecided(SurveyError)
    /// Neither a manifest nor a tag says one.
    case nothing
  }

  /// In the order of the manifests; a site that several of them found belongs to one.
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

  /// Of a site that several manifests found one is kept: the first that speaks for the product, otherwise the first.
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

  /// What the search of a project found.
  init(_ readings: [Reading], _ decision: Decision, _ tags: ReleaseTags) {
    self.readings = readings
    self.decision = decision
    self.tags = tags
  }

  /// Where a site begins: no two sites begin at the same byte.
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
  /// All sites of `kind`, in the order of the manifests.
  package func sites(of kind: VersionSite.Kind) -> [VersionSite] {
    readings.flatMap(\.sites).filter { $0.kind == kind }
  }

  /// The sites that speak for the product and hold its version; where that is not decided, all that may.
  package var productSites: [VersionSite] {
    let sites = sites(of: .version).filter { $0.role == .product && $0.version != nil }
    guard let version = decision.version else { return sites }
    return sites.filter { $0.says(version) }
  }

  /// The sites that speak for the product and say another version than it has.
  package var staleSites: [VersionSite] {
    guard let version = decision.version else { return [] }
    return sites(of: .version).filter { $0.role == .product && $0.version != nil && !$0.says(version) }
  }

  /// The product's version, in its fullest spelling: one with a pre-release before the numbers that Apple gets.
  ///
  /// - Returns: nil when nothing says it.
  /// - Throws: `SurveyError`.
  package func version() throws(SurveyError) -> Version? {
    switch decision {
    case .declared: return try declaredVersion()
    case .written(let version), .tagged(let version): return version
    case .undecided(let error): throw error
    case .nothing: return nil
    }
  }

  /// The version that files say; nil where only a tag does, or nothing.
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
    guard sites.allSatisfy({ $0.says(version) }) else { throw .disagreement(sites) }
    return version
  }

  /// The product's build number, nil when there is none or the sites have several.
  package var build: String? {
    let values = Set(sites(of: .build).filter { $0.role == .product }.map(\.value))
    return values.count == 1 ? values.first : nil
  }

  /// Whether a new version replaces `current` at `site`. While `current` is a pre-release, an install snippet says the last
  /// release.
  package func follows(_ current: Version, at site: VersionSite) -> Bool {
    guard site.audience == .dependents, current.isPrerelease, let released = tags.released,
      let own = site.version, !own.isPrerelease
    else { return site.follows(current) }
    return own.hasSamePrecedence(as: released)
  }

  /// What is to be edited so that every site that says `old` says `new`, and the sites that are left because they say
  /// something else.
  ///
  /// - Throws: `AppleVersionError` for a version that Apple's stores refuse, `ManifestError.doesNotFit`, and
  ///   `.notReadBack` where the version would be read as another one, or not at all; what `files` throws.
  package func edits(
    raising old: Version?, to new: Version, in files: some FileReading
  ) throws -> (edits: [RelativePath: [TextEdit]], left: [VersionSite]) {
    var writing = VersionWriting()
    var left: [VersionSite] = []
    for site in readings.flatMap(\.sites) {
      // Some projects write the version where a build number belongs.
      guard site.kind == .version || site.value == old?.description && site.value.contains(".") else { continue }
      let isMeant = old.map { follows($0, at: site) } ?? (site.role == .product && site.version != nil)
      guard isMeant else {
        left.append(site)
        continue
      }
      let isPrerelease = site.audience == .dependents && site.version?.isPrerelease == true
      guard let text = try isPrerelease ? new.description : site.audience.text(for: new) else { continue }
      try writing.add(text, at: site)
    }
    try writing.check(readings, in: files)
    return (writing.edits, left)
  }
}

extension VersionSurvey {
  /// The highest build number of the product; nil when there is none.
  package func highestBuild() throws(VersionError) -> BuildNumber? {
    var highest: BuildNumber?
    for site in sites(of: .build) where site.role == .product {
      let build = try BuildNumber(site.value)
      if highest?.precedes(build) ?? true { highest = build }
    }
    return highest
  }

  /// What is to be edited so that the product has the build number `new`, and with it all that had the same one.
  ///
  /// - Throws: `AppleVersionError` for a number that Apple's stores refuse, `ManifestError.notReadBack` where it would be
  ///   read as another one, or not at all; what `files` throws.
  package func buildEdits(to new: BuildNumber, in files: some FileReading) throws -> [RelativePath: [TextEdit]] {
    let product = Set(sites(of: .build).filter { $0.role == .product }.map(\.value))
    var writing = VersionWriting()
    for site in sites(of: .build) where product.contains(site.value) {
      let text = site.audience == .apple ? try AppleVersionRule.buildVersion(of: new) : new.text
      try writing.add(text, at: site)
    }
    try writing.check(readings, in: files)
    return writing.edits
  }
}

extension VersionSite {
  /// The version that the site says; nil for anything else, for example a branch's name.
  ///
  /// `1.5rc` and `3.0.0.beta8` are read as `1.5-rc` and `3.0.0-beta8`.
  package var version: Version? {
    if let version = try? Version(value) { return version }
    let numbers = value.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let rest = value.dropFirst(numbers.count)
    guard let first = rest.first, first.isASCII, first.isLetter else { return nil }
    return try? Version("\(numbers.last == "." ? numbers.dropLast() : numbers)-\(rest)")
  }

  /// Why it is none; nil when it is.
  var problem: VersionError? {
    do throws(VersionError) {
      _ = try Version(value)
      return nil
    } catch {
      return error
    }
  }

  /// Whether the site says `version`, in the form that its audience gets.
  package func says(_ version: Version) -> Bool {
    guard let own = self.version else { return false }
    return switch audience {
    case .apple: own.hasSamePrecedence(as: version.core) || own.hasSamePrecedence(as: version)
    case .everyone: own.hasSamePrecedence(as: version) || says(version.description)
    case .dependents:
      own.hasSamePrecedence(as: version)
        || (version.isPrerelease ? own.precedes(version) : says(version.description))
    }
  }
}

extension VersionSite {
  /// Whether a new version replaces `current` here.
  ///
  /// What is not the product's has to have the very same value, and one that is not there by chance.
  package func follows(_ current: Version) -> Bool {
    switch role {
    // `1.0` beside a `1.0.0` is what Xcode wrote when the target was new.
    case .product, .appExtension: says(current) && (spells(current) || audience != .apple || !current.isInitial)
    // A requirement of fewer numbers says no more than it needs, so it does not follow a patch.
    case .copy where audience == .dependents:
      current.isPrerelease ? says(current) : version?.hasSamePrecedence(as: current) == true
    case .copy, .otherTarget: says(current) && (spells(current) || !current.isInitial)
    case .test: spells(current) && !current.isInitial
    // Whoever makes an app for an example gives it a round version by hand.
    case .example: spells(current) && !current.isInitial && (audience != .apple || !current.isRound)
    case .format, .dependency: false
    }
  }

  /// Whether the value is `version` to the letter, as its audience gets it.
  private func spells(_ version: Version) -> Bool {
    (try? audience.text(for: version)) == value || value == version.description
  }
}

extension VersionSite.Audience {
  /// What is written for `version`; nil when the site keeps what it says.
  func text(for version: Version) throws(AppleVersionError) -> String? {
    switch self {
    case .apple: try AppleVersionRule.marketingVersion(of: version)
    case .everyone: version.description
    case .dependents: version.isPrerelease ? nil : version.description
    }
  }
}
