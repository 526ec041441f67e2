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
    return (try? releaseTags()).map { survey.considering($0.tags) } ?? survey
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

  /// Returns the resolver's result, without regard to the Releasefile's manifests.
  ///
  /// - Parameter decided: The current version, if it is known. Tags are evidence only if it is the version of the newest one, or of
  ///   the last release.
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
      let survey = try VersionResolver(names: projectNames(), tags: tags, in: packageFolder)
        .survey(of: self, since: releases.first.map { CommitFiles(commit: $0.commit, draft: self) }, for: depth)
      if decided == nil, survey.productSites.isEmpty { try refuseAppOutside() }
      return survey
    }
  }

  /// Refuses a package without a version in its folder while an Xcode project outside of all packages has one, and no package
  /// declares that: the app may be the package's.
  private func refuseAppOutside() throws {
    guard let package, packageFolder != nil else { return }
    let declared = releasefile.packages.flatMap { $0.manifests ?? [] }.map(\.path)
    let folders = releasefile.packages.compactMap(\.folder)
    let projects = try xcodeProjects().filter { path in
      FileLocation(of: path) == .product && !declared.contains(path)
        && !folders.contains { path == $0 || path.string.hasPrefix("\($0)/") }
    }
    for path in projects {
      let site = try XcodeprojManifest(path: path).versionSites(in: self).first { site in
        site.kind == .version && site.role == .product && site.version?.isInitial == false
      }
      if let site { throw Failure.appOutside(of: package.name, site, in: path) }
    }
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

  /// The names of the project, or of the current package.
  func projectNames() throws -> ProjectNames {
    try ProjectNames(
      project: releasefile.project ?? workspace.folderName, repositories: try remoteAddresses(), in: self,
      below: packageFolder)
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
  /// Of the manifests in the Releasefile.
  case declared
  /// Of those that the resolver finds, where the version may be known.
  case found(VersionResolver.Depth, Version?)
}

extension Failure {
  fileprivate static func appOutside(of package: String, _ site: VersionSite, in project: RelativePath) -> Failure {
    Failure(
      "no file in the folder of the package `\(package)` has its version, but `\(project)` outside of it has `\(site.value)`",
      hint:
        "if that is the package's, add `manifests: [{xcodeproj: \(project.string.asYAMLFlowScalar)}]` to it in the Releasefile, "
        + "otherwise `manifests: []`, so that tags are its version"
    ).permanent
  }
}
