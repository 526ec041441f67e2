import Lanes
import MartletCore
import MartletManifests

/// Reads the version of a project from its manifests, or from its tags if those are the version source.
package struct ProjectVersion: VersionReading {
  package init() {}

  package func version(in draft: Draft) throws -> Version? {
    guard try draft.readsTags() else { return try version(of: draft.survey(for: .version), in: draft) }
    guard let version = try draft.newestTaggedVersion() else { throw draft.noTaggedVersion }
    return version
  }

  package func build(in draft: Draft) throws -> String? {
    guard draft.releasefile.versionSource == .tag, draft.releasefile.manifests == nil else {
      return try draft.survey(for: .version).build
    }
    // The files decide nothing but the build number.
    return try draft.resolution(for: .version, deciding: try? draft.version()).build
  }

  package func contents(of commit: ObjectID, in draft: Draft) -> TagForms.Contents? {
    let files = CommitFiles(commit: commit, draft: draft)
    // An unreadable project has no version.
    guard let survey = try? VersionResolver(names: draft.projectNames(), tags: .none).survey(of: files, for: .version)
    else { return nil }
    func values(of kind: VersionSite.Kind) -> Set<String> { Set(survey.sites(of: kind).map(\.value)) }
    return TagForms.Contents(versions: values(of: .version), builds: values(of: .build))
  }

  package func next(in draft: Draft) throws -> Version {
    try NextRelease(of: draft).versionOrCurrent(in: draft)
  }

  /// Returns the version of `survey`. Manifests that only Apple tools read have `1.5.0` for `1.5.0-beta.2`, too. There,
  /// the newest tag of that version decides whether it is a pre-release.
  ///
  /// A tag such as `1.0.16-27` is a build and not a pre-release: it is not considered.
  func version(of survey: VersionSurvey, in draft: Draft) throws -> Version? {
    guard let version = try survey.version() else {
      if survey.onlyRepeats { return try draft.newestTaggedVersion() }
      if survey.decision == .nothing, let gap = try draft.workspace.tagGap() {
        throw MissingTags(gap, draft.pipeline?.system)
      }
      return nil
    }
    if case .tagged = survey.decision, let gap = try draft.workspace.tagGap(), gap == .shallowClone {
      throw MissingTags(gap, draft.pipeline?.system)
    }
    guard !survey.productSites.isEmpty, survey.productSites.allSatisfy({ $0.audience == .apple }) else {
      return version
    }
    let tagged = try draft.releases().filter { release in
      release.version.core.hasSamePrecedence(as: version) && !release.version.isBuild && !draft.extendsVersion(release)
    }
    if tagged.isEmpty, let gap = try draft.workspace.tagGap() {
      throw MissingTags(gap, draft.pipeline?.system)
    }
    // A release that exists on any branch came after its pre-releases.
    guard tagged.allSatisfy(\.version.isPrerelease) else { return version }
    return try draft.newestReachable(of: tagged)?.version ?? version
  }
}

extension Draft {
  private static let variablePart = Pattern(/\$\{[^}]*\}|[0-9]+/)

  /// Whether a lane makes such a tag by adding text to the version, as `tag: ${version}-rc.${build}` does: the version itself is
  /// no pre-release then.
  fileprivate func extendsVersion(_ release: ReleaseHistory.Release) -> Bool {
    releasefile.lanes.flatMap { releasefile.steps(ofLaneNamed: $0.name) }.contains { declaration in
      guard let name = (declaration.step as? TagStep)?.name.source, name.contains("${version}") else { return false }
      let parts = name.split(separator: "${version}", omittingEmptySubsequences: false).map { part in
        part.replacing(Self.variablePart, with: "*")
      }
      return release.tag.matches(wildcards: parts.joined(separator: release.version.core.description))
    }
  }

  /// Returns the tagged releases of all branches, the highest first; none where no tag is a version.
  func releases() throws -> [ReleaseHistory.Release] {
    do {
      return try ReleaseHistory.releases(of: self)
    } catch is MissingTags {
      return []
    }
  }

  /// Returns the highest of `releases` that is reachable from HEAD.
  func newestReachable(of releases: [ReleaseHistory.Release]) throws -> ReleaseHistory.Release? {
    guard !releases.isEmpty, let head = try head().commit else { return nil }
    return try releases.latest(before: head, in: self)
  }

  /// Returns the version tags reachable from HEAD, and the last two releases, the newest first. A version that an earlier
  /// step of the run has decided takes precedence.
  func releaseTags() throws -> (tags: ReleaseTags, releases: [ReleaseHistory.Release]) {
    if let version = changedVersion?.current { return (ReleaseTags(decided: version), []) }
    let releases = try releases()
    guard let newest = try newestInHistory(of: releases) else {
      return (ReleaseTags(releases: releases.map(\.version)), [])
    }
    let released = try newestRelease(of: releases, below: newest)
    let tags = ReleaseTags(
      newest: newest.version.withoutBuild, released: released?.version.withoutBuild, releases: releases.map(\.version),
      names: try [newest, released].compactMap(\.self).map(name),
      higher: try higherRelease(than: newest, among: releases))
    guard let released else { return (tags, []) }
    return (tags, [released] + [try release(before: released, among: releases)].compactMap(\.self))
  }

  /// Returns the highest lower release in the history of `later`.
  func release(
    before later: ReleaseHistory.Release, among releases: [ReleaseHistory.Release]
  ) throws -> ReleaseHistory.Release? {
    try releases.lazy.filter { release in
      !release.version.isPrerelease && release.version.precedes(later.version) && release.commit != later.commit
    }.latest(before: later.commit, in: self)
  }

  /// Returns the version of the newest tag reachable from HEAD, which may be a pre-release.
  ///
  /// - Throws: `MissingTags` in a shallow clone, where a higher one may be missing.
  func newestTaggedVersion() throws -> Version? {
    if let gap = try workspace.tagGap(), gap == .shallowClone {
      throw MissingTags(gap, pipeline?.system)
    }
    try refuseSeveralVersions()
    let releases = try ReleaseHistory.releases(of: self)
    guard let newest = try newestInHistory(of: releases) else { return nil }
    if let higher = try higherRelease(than: newest, among: releases) {
      throw SurveyError.contradiction(.lowered, [], tags: [higher, try name(of: newest)], manifests: [])
    }
    return newest.version
  }

  private func name(of release: ReleaseHistory.Release) throws -> ReleaseTags.Name {
    ReleaseTags.Name(version: release.version, tag: release.tag, day: try workspace.day(of: release.commit))
  }

  /// Returns the highest reachable release if `newest` is a lower one.
  private func higherRelease(
    than newest: ReleaseHistory.Release, among releases: [ReleaseHistory.Release]
  ) throws -> ReleaseTags.Name? {
    guard let highest = try newestReachable(of: releases.filter { !$0.version.isPrerelease }),
      newest.version.precedes(highest.version)
    else { return nil }
    return try name(of: highest)
  }

  /// Returns the highest of `releases` that is reachable from HEAD, unless a lower release was made in its history: `2.3.5` after
  /// a `2.4.0` that was withdrawn, or after a `3.0.0-beta.1`.
  func newestInHistory(of releases: [ReleaseHistory.Release]) throws -> ReleaseHistory.Release? {
    guard let highest = try newestReachable(of: releases) else { return nil }
    let lower = releases.lazy.filter { release in
      !release.version.isPrerelease && release.version.precedes(highest.version) && release.commit != highest.commit
    }.prefix(Self.laterCount)
    // A tag may be of a missing commit.
    guard let day = try? workspace.day(of: highest.commit) else { return highest }
    let later = lower.filter { release in
      guard let own = try? workspace.day(of: release.commit), own >= day else { return false }
      return (try? firstAncestor(of: release.commit, among: [highest.commit])) != nil
    }
    return try newestReachable(of: Array(later)) ?? highest
  }

  /// The number of lower releases that may have been made after the highest one.
  private static var laterCount: Int { 10 }

  /// Returns the newest reachable release that is not a pre-release.
  private func newestRelease(
    of releases: [ReleaseHistory.Release], below newest: ReleaseHistory.Release
  ) throws -> ReleaseHistory.Release? {
    guard newest.version.isPrerelease else { return newest }
    return try newestInHistory(of: releases.filter { !$0.version.isPrerelease || $0.version.isBuild })
  }
}

extension Version {
  /// Whether the part after `-` begins with a number: `1.0.16-27` is the 27th build of `1.0.16`.
  var isBuild: Bool { prerelease.first?.first?.isNumber == true }

  fileprivate var withoutBuild: Version { isBuild ? core : self }
}

extension Draft {
  /// The failure where tags are the version source, and none is a version.
  package var noTaggedVersion: Failure {
    if let tag = newestTagElsewhere { return .releasedElsewhere(tag, hint: otherTagsRemark) }
    let hint = firstVersion.map { version in
      let tag = ((try? tagFormat()) ?? .plain).tag(for: version, build: "1")
      return "make the first release in a lane with `bump: auto` or `bump: \(version)`, or by hand with "
        + "`git tag \(tag) && git push origin \(tag)`"
    }
    return Failure("no version tag yet, so there is no version to raise", hint: otherTagsRemark ?? hint)
  }

  /// The version of the first release.
  package var firstVersion: Version? { releasefile.releaseRules.initial ?? (try? Version("0.1.0")) }
}
