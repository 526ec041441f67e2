import Lanes
import MartletCore
import MartletManifests

extension Draft {
  /// Returns the current version survey: of the declared manifests, or of those that the resolver finds.
  ///
  /// - Parameter depth: How much the resolver searches.
  /// - Throws: `Failure` with the problems of all manifests at once.
  package func survey(for depth: VersionResolver.Depth = .edits) throws -> VersionSurvey {
    guard let declared = releasefile.manifests else {
      let survey = try resolution(for: depth)
      try refuseSeveralVersions(unless: survey.isConfirmedByTag)
      return survey
    }
    return try derived(SurveyKey.declared) { try survey(of: declared) }
  }

  private func survey(of declared: [ManifestDeclaration]) throws -> VersionSurvey {
    // Computed once for all manifests.
    lazy var names = Result { try projectNames() }
    let manifests = try declared.compactMap { declaration in
      try ManifestCatalogue.format(named: declaration.keyword)?.manifest(
        at: declaration.path, options: ManifestOptions(declaration.options), names: { try names.get() })
    }
    let survey = try VersionSurvey(of: manifests, in: self)
    guard let (tags, releases) = try? releaseTags() else { return survey }
    let tagged = survey.considering(tags)
    guard changedVersion == nil, !tagged.productSites.isEmpty, let newest = releases.first else { return tagged }
    return tagged.comparing(with: tags.released, after: try recentReleases(before: newest).map(\.version))
  }

  /// Returns the places that a bump of `found` raises from `version`, and one of the declared manifests does not; by line.
  func places(
    of found: VersionSurvey, at version: Version, lostBy declared: [ManifestDeclaration]
  ) throws -> [Place] {
    var raised: [Place] = []
    // A bump would stop at manifests that disagree.
    if let survey = try? survey(of: declared), let current = try? ProjectVersion().version(of: survey, in: self) {
      raised = survey.places(raisedFrom: current)
    }
    return found.places(raisedFrom: version).filter { place in
      !raised.contains { $0.path == place.path && $0.line == place.line }
    }
  }

  /// Returns the last four releases before `newest`, the newest first.
  private func recentReleases(before newest: ReleaseHistory.Release) throws -> [ReleaseHistory.Release] {
    var found: [ReleaseHistory.Release] = []
    var last = newest
    // The highest first.
    var releases = try releases().filter { !$0.version.isPrerelease }[...]
    while found.count < 4 {
      releases = releases.drop { !$0.version.precedes(last.version) }
      let below = releases.lazy.filter { [last] in $0.commit != last.commit }
      guard let next = try below.latest(before: newest.commit, in: self) else { break }
      found.append(next)
      last = next
    }
    return found
  }

  /// Returns the resolver's result, without regard to the Releasefile's manifests.
  ///
  /// - Parameter decided: The current version, if it is known. The files of the last releases are evidence only if it is
  ///   the version of the newest tag or of the last release.
  package func resolution(
    for depth: VersionResolver.Depth, deciding decided: Version? = nil
  ) throws -> VersionSurvey {
    try derived(SurveyKey.found(depth, decided)) {
      var (tags, releases) = try releaseTags()
      if let decided {
        let isTagged = [tags.newest, tags.released].contains { $0?.hasSamePrecedence(as: decided) == true }
        tags = isTagged ? tags.deciding(decided) : ReleaseTags(decided: decided)
        releases = isTagged ? releases : []
      }
      return try VersionResolver(names: projectNames(), tags: tags, in: packageFolder)
        .survey(of: self, since: try pastReleases(releases), elsewhere: releaseElsewhere, for: depth)
    }
  }

  /// Returns the files of the release of `version` on another branch, and of the one before it; nil without such a release.
  private func releaseElsewhere(of version: Version) throws -> PastReleases? {
    let releases = try releases()
    guard let own = releases.first(where: { $0.version.hasSamePrecedence(as: version) }) else { return nil }
    let lower = releases.filter { $0.version.precedes(version) && !$0.version.isPrerelease && $0.commit != own.commit }
    // Each release may have its own branch.
    let earlier = try lower.latest(before: own.commit, in: self) ?? lower.first
    return try pastReleases([own] + [earlier].compactMap { $0 })
  }

  /// - Parameter releases: The last releases, the newest first.
  private func pastReleases(_ releases: [ReleaseHistory.Release]) throws -> PastReleases? {
    guard let newest = releases.first else { return nil }
    let earlier = releases.dropFirst().first.map { release in
      PastReleases.Earlier(version: release.version, files: CommitFiles(commit: release.commit, draft: self)) {
        try workspace.paths(differingBetween: release.commit, and: newest.commit)
      }
    }
    let last = try newestReachable(of: self.releases())
    let prerelease = last?.version.isPrerelease == true ? last : nil
    return PastReleases(
      files: CommitFiles(commit: newest.commit, draft: self), earlier: earlier,
      onBranches: {
        try self.releases().filter { newest.version.precedes($0.version) }.prefix(Self.branchCount)
          // A tag may be of a tree or of a missing object.
          .filter { (try? [newest].latest(before: $0.commit, in: self)) != nil }.map(\.version)
      },
      newerInHistory: { try self.newerInHistory(than: newest).map(\.version) },
      builds: builtVersions, prereleaseFiles: prerelease.map { CommitFiles(commit: $0.commit, draft: self) },
      recent: {
        try self.recentReleases(before: newest).map { release in
          PastReleases.Release(version: release.version, files: CommitFiles(commit: release.commit, draft: self))
        }
      })
  }

  /// Returns the version of the newest tag of a build that is reachable from HEAD; none without one.
  private func builtVersions() throws -> [Version] {
    let built = try tags().compactMap { tag, commit in TagForms.version(ofBuild: tag).map { ($0, commit) } }
      .sorted { $1.0.sortsBefore($0.0) }
    guard let head = try workspace.head().commit,
      let newest = try firstAncestor(of: head, among: built.map(\.1))
    else { return [] }
    return built.filter { $0.1 == newest }.map(\.0)
  }

  /// What the last release did with the build numbers of the product.
  enum BuildHabit {
    /// One is another than at the release before.
    case raised
    /// All are those of the release before, and have not changed since.
    case kept
    case unknown
  }

  func buildHabit(of survey: VersionSurvey) throws -> BuildHabit {
    let (_, releases) = try releaseTags()
    guard releases.count > 1 else { return .unknown }
    func builds(_ sites: [VersionSite]) -> Set<String> {
      Set(sites.filter { $0.kind == .build && $0.role == .product }.map(\.value))
    }
    func builds(in commit: ObjectID, of reading: VersionSurvey.Reading) -> Set<String> {
      builds((try? reading.manifest.versionSites(in: CommitFiles(commit: commit, draft: self))) ?? [])
    }
    let habits = survey.readings.compactMap { reading -> BuildHabit? in
      let now = builds(reading.sites)
      guard !now.isEmpty else { return nil }
      let (newer, older) = (builds(in: releases[0].commit, of: reading), builds(in: releases[1].commit, of: reading))
      if !newer.isEmpty, !older.isEmpty, newer.isDisjoint(with: older) { return .raised }
      return now == newer && newer == older ? .kept : .unknown
    }
    return habits.contains(.raised) ? .raised : habits.contains(.unknown) || habits.isEmpty ? .unknown : .kept
  }

  /// The greatest number of releases on other branches that the files are searched for.
  private static var branchCount: Int { 3 }

  /// The names of the project, or of the current package.
  func projectNames() throws -> ProjectNames {
    try ProjectNames(
      project: releasefile.project ?? workspace.folderName, repositories: try remoteAddresses(), in: self,
      below: packageFolder, requirable: try listed(SurveyKey.requirable, by: ProjectNames.requirable))
  }

  /// The folder of the current package if its manifests are not declared; nil for the whole project.
  private var packageFolder: RelativePath? { package.flatMap { $0.manifests == nil ? $0.folder : nil } }

  /// Whether tags are the version source: declared, or because the folder of a package has no version.
  func readsTags() throws -> Bool {
    if releasefile.versionSource == .tag { return true }
    guard packageFolder != nil, changedVersion == nil else { return false }
    return try resolution(for: .version).decision == .nothing
  }
}

/// The surveys of one state of a draft.
private enum SurveyKey: Hashable {
  /// The names of packages of other languages.
  case requirable
  /// Of the manifests in the Releasefile.
  case declared
  /// Of those that the resolver finds, where the version may be known.
  case found(VersionResolver.Depth, Version?)
}
