import Lanes
import MartletCore
import MartletManifests

extension Draft {
  /// Returns the current version survey: of the declared manifests, or of those that the resolver finds.
  ///
  /// - Parameter depth: How much the resolver searches.
  /// - Throws: `Failure` with the problems of all manifests at once.
  package func survey(for depth: VersionResolver.Depth = .edits) throws -> VersionSurvey {
    guard let declared = releasefile.manifests else { return try resolution(for: depth) }
    // Computed once for all manifests.
    lazy var names = Result { try projectNames() }
    let manifests = try declared.compactMap { declaration in
      try ManifestCatalogue.format(named: declaration.keyword)?.manifest(
        at: declaration.path, options: ManifestOptions(declaration.options), names: { try names.get() })
    }
    return try VersionSurvey(of: manifests, in: self)
  }

  /// Returns the resolver's result, without regard to the Releasefile's manifests.
  ///
  /// - Parameter decided: The current version, if it is known. The files of the last releases are evidence only if it is
  ///   the version of the last release.
  package func resolution(
    for depth: VersionResolver.Depth, deciding decided: Version? = nil
  ) throws -> VersionSurvey {
    var (tags, releases) = try releaseTags()
    if let decided {
      let isReleased = tags.released?.hasSamePrecedence(as: decided) == true
      tags = isReleased ? tags.deciding(decided) : ReleaseTags(decided: decided)
      releases = isReleased ? releases : []
    }
    return try VersionResolver(names: projectNames(), tags: tags)
      .survey(of: self, since: pastReleases(releases), for: depth)
  }

  /// - Parameter releases: The last releases, the newest first.
  private func pastReleases(_ releases: [ReleaseHistory.Release]) -> PastReleases? {
    guard let newest = releases.first else { return nil }
    let earlier = releases.dropFirst().first.map { release in
      PastReleases.Earlier(version: release.version, files: CommitFiles(commit: release.commit, draft: self)) {
        try workspace.paths(differingBetween: release.commit, and: newest.commit)
      }
    }
    return PastReleases(files: CommitFiles(commit: newest.commit, draft: self), earlier: earlier) {
      try self.releases().filter { newest.version.precedes($0.version) }
        .prefix(Self.branchCount)
        // A tag may be of a tree or of a missing object.
        .filter { (try? [newest].latest(before: $0.commit, in: self)) != nil }.map(\.version)
    }
  }

  /// The greatest number of releases on other branches that the files are searched for.
  private static var branchCount: Int { 3 }

  /// The names of the project.
  func projectNames() throws -> ProjectNames {
    try ProjectNames(
      project: releasefile.project ?? workspace.folderName, repositories: try workspace.remoteAddresses(), in: self)
  }
}
