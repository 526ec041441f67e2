import MartletCore

/// Finds the version of a project and every place with it, without configuration.
///
/// The anchor is the newest tag that is reachable from HEAD. Main files with its version confirm it. Main files that had
/// this or an earlier release when the tag was made, and all have one later version now, have been raised since. An
/// earlier version is stale and never decides. Without a tag, all main files have to agree, except for default values of
/// new Xcode projects. Then every declaration with the version follows it; all other places are not changed.
package struct VersionResolver: Sendable {
  /// The extent of the search.
  package enum Depth: Sendable {
    /// Only the places that decide the version.
    case version
    /// Only the files for users that repeat a version, which is known from tags.
    case readmes
    /// Also every place where a new version is written.
    case edits
    /// Also the places that keep their values.
    case everything
  }

  private let names: ProjectNames
  let tags: ReleaseTags
  let rules: [CandidateRule]
  private let folder: RelativePath?

  /// - Parameter folder: The folder of the package; nil for the whole project.
  package init(
    names: ProjectNames, tags: ReleaseTags, in folder: RelativePath? = nil, rules: [CandidateRule] = CandidateRule.all
  ) {
    self.folder = folder
    self.names = names
    self.tags = tags
    self.rules = rules
  }

  /// - Parameters:
  ///   - past: The files of the last releases; nil where they are unknown.
  ///   - elsewhere: Returns the files of the release of a version on another branch, and of the release before it.
  /// - Throws: `ManifestError` for an unreadable main file, such as a project with merge conflicts; errors of `files`.
  package func survey(
    of files: some FileReading, since past: PastReleases? = nil,
    elsewhere: (Version) throws -> PastReleases? = { _ in nil }, for depth: Depth
  ) throws -> VersionSurvey {
    var tags = tags
    func decision(of found: [VersionSurvey.Reading]) -> VersionSurvey.Decision? {
      Decision(of: found, tags, since: past)
    }
    let isForReadmes = depth == .readmes
    var search = try CandidateSearch(
      names, isForReadmes ? [.readme] : rules, in: files, below: folder, onlyReadmes: isForReadmes)
    var found = try Self.withAppsFirst(try search.manifests(of: .mainFiles), in: search.files)
    if let later = try laterInHistory(found, past) { tags = tags.with(newest: later) }
    var settled = decision(of: found.map(\.reading))
    if !search.unreadable.isEmpty, settled?.isWritten != true {
      settled = .undecided(.unreadable(search.unreadable, tags: tags.names))
    }
    var didReadSupport = false
    /// Lets the other files for tools decide, too. Without a new decision, they count as copies.
    func readSupport() throws {
      var support = try search.manifests(of: .support)
      didReadSupport = true
      if settled?.isTagged == true { support = support.map { isLeft($0.reading, past) ? $0.asCopy : $0 } }
      let second = decision(of: (found + support).map(\.reading))
      found += settled != nil && second == settled ? support.map(\.asCopy) : support
      settled = second
    }
    // Main files with only stale versions say less than the others.
    if settled?.isTagged ?? true { try readSupport() }
    // Apple's tools cannot hold a pre-release. Other files may have its final version since.
    if let newest = tags.newest, newest.isPrerelease, tags.decided == nil, !didReadSupport, settled == .written(newest),
      !found.flatMap(\.reading.sites).contains(where: { $0.role == .product && $0.audience == .everyone })
    {
      try readSupport()
    }
    var didReadSources = false
    // With a tag, constants are weak evidence. But they distinguish an automatic pre-release from the version.
    if settled == nil, tags.newest?.isPrerelease ?? true, tags.decided == nil {
      found += try search.manifests(of: .sources)
      didReadSources = true
      settled = decision(of: found.map(\.reading))
    }
    if settled?.isTagged ?? true, tags.decided == nil {
      let raised = try raisedSince(past, &search)
      if !raised.isEmpty {
        found += raised
        settled = decision(of: found.map(\.reading))
      }
    }
    let anchor = tags.decided ?? tags.latest
    var decision = settled ?? anchor.map(VersionSurvey.Decision.tagged) ?? .nothing
    var recent: [PastReleases.Release] = []
    if let version = decision.version, tags.decided == nil, [tags.newest, tags.released].contains(version) {
      recent = try past?.recent() ?? []
      found = found.map { $0.with($0.reading.markingBehind(version, since: recent)) }
    }
    var past = past
    if let lowest = decision.isTagged ? decision.version : decision.isContradiction ? tags.newest : nil,
      let branch = try branch(above: lowest, past, besides: found, &search)
    {
      decision = .written(branch.version)
      found += branch.places
      past = nil
    }
    guard depth != .version else { return survey(found, decision, tags) }
    let version = decision.version
    if !didReadSupport {
      found += try search.manifests(of: .support).map { found in
        found.asCopy.with(version.map { found.asCopy.reading.markingBehind($0, since: recent) } ?? found.asCopy.reading)
      }
    }
    // While the version is a pre-release, such a file may have the last release.
    let sought = version.map { version in [version.core] + tags.lastReleases(before: version) } ?? []
    found += try search.manifests(of: .beside) { source in
      depth == .everything || sought.contains { source.bytes.firstIndex(of: $0.description, from: 0) != nil }
    }
    if let version {
      var released = tags.released
      let isLater = !version.isPrerelease && tags.newest.map { $0.precedes(version) } ?? true
      if isLater, tags.contains(version), let other = try elsewhere(version) {
        (past, released) = (other, version)
      }
      found += try search.followers(of: version, rank: rules.count)
      // Places that are raised only for releases have the last one while the version is a pre-release.
      for released in tags.lastReleases(before: version) {
        found = found.map { $0.raised(fromRelease: released) }
        found += try search.followers(of: released, rank: rules.count).compactMap(\.forReleases)
      }
      found = found.map { found in
        guard let past, let released else { return found }
        guard let isKept = isKept(found.reading, past, released, in: search.files) else {
          return found.with(raisingExamples(of: found.reading, at: version, past, released))
        }
        return found.with(isKept ? .copy : .independent, where: version)
      }
      // The evidence of two releases is stronger than a name, except in the description of an API.
      if let past, let earlier = past.earlier, let released {
        found = try found.map { found in
          // The path of an Xcode project is that of a folder.
          guard let named = found.reading.sites.first(where: { $0.role == .format }),
            try search.files.source(at: named.place.path).map(FollowerKind.describesAPI) == false
          else { return found }
          let (newer, older) = (found.reading.versions(in: past.files), found.reading.versions(in: earlier.files))
          return found.withNamedCopies { site in
            newer.haveAll(like: site, released) && older.haveAll(like: site, earlier.version)
          }
        }
      }
      if !isForReadmes, let lines = RaisedLines(past, released, among: tags.releases) {
        found += try search.raisedLines(lines, to: version, rank: rules.count)
        for released in tags.lastReleases(before: version) {
          found += try search.raisedLines(lines, to: released, rank: rules.count).compactMap(\.forReleases)
        }
      }
    }
    if depth == .everything, !didReadSources { found += try search.manifests(of: .sources).map(\.asCopy) }
    return survey(found, decision, tags)
  }

  /// Whether a file of tests or examples had the versions of the last two releases when these were made. If not, its
  /// value was set at another time. For an example with exactly the version, the newest release is enough, or a change
  /// since then.
  ///
  /// - Returns: nil for other files, and where only the newest release is known and agrees.
  private func isKept(
    _ reading: VersionSurvey.Reading, _ past: PastReleases, _ released: Version, in files: some FileReading
  ) -> Bool? {
    guard FileLocation(of: reading.path).role != nil else { return nil }
    let newer = reading.versions(in: past.files)
    guard newer.contains(where: { $0.holds(released) }) else {
      return !newer.isEmpty && reading.isExactExample(of: released, in: files)
    }
    let older = past.earlier.map { reading.versions(in: $0.files) } ?? []
    guard let earlier = past.earlier, !older.isEmpty else { return nil }
    if older.contains(where: { $0.holds(earlier.version) }) { return true }
    return !older.contains { $0.holds(released) } && reading.isExactExample(of: released, in: files)
  }

  /// The same reading of a product's project, where examples that the last two releases raised follow the version, also a
  /// round one.
  private func raisingExamples(
    of reading: VersionSurvey.Reading, at version: Version, _ past: PastReleases, _ released: Version
  ) -> VersionSurvey.Reading {
    func isRound(_ site: VersionSite) -> Bool {
      site.kind == .version && site.role == .example && site.holds(version) && !site.follows(version)
    }
    guard let earlier = past.earlier, reading.sites.contains(where: isRound) else { return reading }
    let (newer, older) = (reading.versions(in: past.files), reading.versions(in: earlier.files))
    return reading.with(
      reading.sites.map { site in
        let wasRaised =
          newer.contains { $0.isSame(as: site, at: released) }
          && older.contains { $0.isSame(as: site, at: earlier.version) }
        return isRound(site) && wasRaised ? site.with(role: .copy) : site
      })
  }

  private func survey(
    _ found: [CandidateSearch<some FileReading>.Found], _ decision: VersionSurvey.Decision, _ tags: ReleaseTags
  ) -> VersionSurvey {
    let ordered = found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
    return VersionSurvey(ordered.map(\.element.reading), decision, tags)
  }

  private typealias Decision = VersionSurvey.Decision

  /// Where one Xcode project builds an app, projects without apps count as copies.
  private static func withAppsFirst<Base>(
    _ found: [CandidateSearch<Base>.Found], in files: some FileReading
  ) throws -> [CandidateSearch<Base>.Found] {
    let projects = found.map { $0.reading.manifest as? XcodeprojManifest }
    // A single project is never a copy.
    guard projects.count(where: { $0 != nil }) > 1 else { return found }
    let hasApp = try projects.map { try $0?.makesApp(in: files) }
    guard hasApp.contains(true) else { return found }
    return zip(found, hasApp).map { found, hasApp in hasApp == false ? found.asCopy : found }
  }
}

extension VersionSite {
  /// Whether it is the place of `site` in another release, which had `version`.
  fileprivate func isSame(as site: VersionSite, at version: Version) -> Bool {
    role == site.role && label == site.label && holds(version)
  }
}

extension [VersionSite] {
  /// Whether there are places with the same label as `site`, all with `version`.
  fileprivate func haveAll(like site: VersionSite, _ version: Version) -> Bool {
    let same = filter { $0.label == site.label }
    return !same.isEmpty && same.allSatisfy { $0.holds(version) }
  }
}

extension VersionSurvey.Reading {
  /// Whether it is a file of examples that Apple's tools build with `released`, or that requires exactly this.
  fileprivate func isExactExample(of released: Version, in files: some FileReading) -> Bool {
    guard FileLocation(of: path) == .example else { return false }
    let held = sites.filter { $0.value == released.description }
    // The path of an Xcode project is that of a folder.
    if manifest is XcodeprojManifest { return !held.isEmpty }
    guard let source = try? files.source(at: path) else { return false }
    return !held.isEmpty
      && held.allSatisfy { site in
        source.bytes.byte(at: site.pieces[0].span.lowerBound - 1).map { "'\"".utf8.contains($0) } == true
      }
  }
}

extension CandidateSearch.Found {
  /// The same manifest, where the sites that are named for another kind of version are copies if `wasRaised`.
  fileprivate func withNamedCopies(where wasRaised: (VersionSite) -> Bool) -> Self {
    with(reading.sites.map { $0.role == .format && wasRaised($0) ? $0.with(role: .copy) : $0 })
  }

  /// The same manifest, with the copies that have exactly `version` as places of the product; nil without any.
  func asProduct(of version: Version) -> Self? {
    guard FileLocation(of: reading.path) == .product else { return nil }
    let copies = reading.sites.filter {
      $0.role == .copy && $0.audience != .dependents && $0.value == version.description
    }
    return copies.isEmpty ? nil : with(copies.map { $0.with(role: .product) })
  }

  /// Whether it has a place of the product's version.
  var isProduct: Bool { reading.sites.contains { $0.kind == .version && $0.role == .product } }

  /// Whether it has a place of the product with `version`.
  func isProduct(of version: Version) -> Bool {
    reading.sites.contains { $0.kind == .version && $0.role == .product && $0.holds(version) }
  }

  /// The same manifest, with its copies and examples as places that a pre-release does not change; nil without any.
  var forReleases: Self? {
    let copies = reading.sites.filter { [.copy, .example].contains($0.role) && $0.audience != .apple }
    return copies.isEmpty ? nil : with(copies.map { $0.with(audience: .dependents) })
  }

  /// The same manifest, where the places for Apple's tools with `released` are raised by the next release: they cannot have a
  /// pre-release.
  func raised(fromRelease released: Version) -> Self { with(reading.sites.map { $0.kept(at: released) }) }

  /// The same manifest, with its product sites as copies.
  var asCopy: Self { with(reading.sites.map { $0.role == .product ? $0.with(role: .copy) : $0 }) }

  /// The same manifest, with the sites in tests and examples that have `version` in another role.
  func with(_ role: VersionSite.Role, where version: Version) -> Self {
    with(
      reading.sites.map { site in
        let isBeside = site.kind == .version && [.test, .example].contains(site.role)
        return isBeside && site.holds(version) ? site.with(role: role) : site
      })
  }

  private func with(_ sites: [VersionSite]) -> Self { with(reading.with(sites)) }

  func with(_ reading: VersionSurvey.Reading) -> Self { Self(rank: rank, reading: reading) }
}
