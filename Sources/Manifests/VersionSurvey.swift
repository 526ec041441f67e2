import TextEditing
import Versioning

/// What all manifests of a project together say of its version.
package struct VersionSurvey: Sendable {
  /// One manifest, and what was found in it.
  package struct Reading: Sendable {
    package let manifest: any Manifest
    package let sites: [VersionSite]
    /// All that the manifest finds in these files, in its order, also what belongs to another reading or is passed over.
    let found: [VersionSite]

    /// The format's word.
    package var keyword: String { type(of: manifest).keyword }
    package var path: RelativePath { manifest.path }
  }

  /// In the order of the manifests; a site that several of them found belongs to one.
  package let readings: [Reading]

  /// Reads `manifests` as they are in `files`.
  ///
  /// - Throws: `DiagnosedError` with the problems of all manifests at once.
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
    guard problems.isEmpty else { throw DiagnosedError(problems) }
    self.readings = Self.withoutRepetitions(readings)
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

  /// What looking over a project found.
  package init(_ findings: [ManifestDiscovery.Finding]) {
    readings = findings.map { Reading(manifest: $0.manifest, sites: $0.sites, found: $0.found) }
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

  /// The sites that speak for the product and hold a version.
  package var productSites: [VersionSite] {
    sites(of: .version).filter { $0.role == .product && $0.version != nil }
  }

  /// The product's version, in its fullest spelling: one with a pre-release before the numbers that Apple gets.
  ///
  /// - Returns: nil when no site speaks for the product.
  /// - Throws: `SurveyError`.
  package func version() throws(SurveyError) -> Version? {
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
      let isMeant = old.map(site.says) ?? (site.role == .product && site.version != nil)
      guard isMeant else {
        left.append(site)
        continue
      }
      guard let text = try site.audience.text(for: new) else { continue }
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
  package var version: Version? { try? Version(value) }

  /// Why it is none; nil when it is.
  fileprivate var problem: VersionError? {
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
    case .apple: own.hasSamePrecedence(as: version.core)
    case .everyone: own.hasSamePrecedence(as: version) || says(version.description)
    case .dependents:
      version.isPrerelease ? own.precedes(version) : own.hasSamePrecedence(as: version) || says(version.description)
    }
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

/// Why manifests together have no version.
package enum SurveyError: Error, Equatable, Sendable {
  /// The sites do not all say the same.
  case disagreement([VersionSite])
  /// None of the sites says a version.
  case noVersions([VersionSite])
}

extension SurveyError: ExplainedError {
  package var diagnostics: [Diagnostic] {
    switch self {
    case .noVersions(let sites):
      return sites.prefix(10).map { site in
        Diagnostic(
          site.problem.map { "\($0)" } ?? "`\(site.value)` is no version", at: site.place, hint: "correct it there")
      }
    case .disagreement(let sites):
      let highest = sites.compactMap(\.version).max { $0.precedes($1) }
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
