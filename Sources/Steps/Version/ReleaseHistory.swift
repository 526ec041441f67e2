import Lanes
import MartletChangelogs
import MartletCore
import MartletManifests

/// The last release of the project, and the changes since then.
package struct ReleaseHistory {
  /// A tagged version that is reachable from HEAD.
  package struct Release: Hashable, Sendable {
    package let tag: String
    package let version: Version
    /// Nil if the tags of the project have no build number.
    var build: BuildNumber?
    package let commit: ObjectID

    fileprivate func isHigher(than other: Release) -> Bool {
      if other.version.precedes(version) { return true }
      if version.precedes(other.version) { return false }
      if let build, let others = other.build, build.precedes(others) || others.precedes(build) {
        return others.precedes(build)
      }
      let counts = (version.components.count, other.version.components.count)
      return counts.0 == counts.1 ? tag < other.tag : counts.0 > counts.1
    }
  }

  /// The last release, which is not a pre-release; nil before the first. Its tag may be on a branch that was not merged
  /// back, if the files have its version.
  package let released: Release?
  /// The highest pre-release after it.
  package let prerelease: Release?
  /// All tagged versions, also those of other branches.
  package let tagged: [Version]
  /// The changes since the last release.
  package let list: ChangeList
  /// Unreleased change files.
  package let files: [ChangeFile]

  /// Reads the history of HEAD.
  ///
  /// - Throws: `Failure.shallowHistory`; `MissingTags` when the clone has no release tag, and some may be missing.
  package init(of draft: Draft) throws {
    try draft.refuseShallowHistory()
    if draft.releasefile.versionSource == .tag { try draft.refuseSeveralVersions() }
    let releases = try Self.releases(of: draft)
    guard let end = try draft.head().commit else {
      (released, prerelease, tagged) = (nil, nil, releases.map(\.version))
      (list, files) = (ChangeList([]), try Self.changeFiles(of: draft, since: nil))
      return
    }
    let reachable = try draft.newestInHistory(of: releases.filter { !$0.version.isPrerelease })
    released = Self.release(writtenAfter: reachable, among: releases, in: draft) ?? reachable
    if released == nil, let gap = try draft.workspace.tagGap() {
      throw MissingTags(gap, draft.pipeline?.system)
    }
    let bound = released
    prerelease = try releases.lazy.filter { release in
      release.version.isPrerelease && bound.map { $0.version.precedes(release.version) } ?? true
    }.latest(before: end, in: draft)
    tagged = releases.map(\.version)
    list = ChangeList(
      try Self.commits(of: draft, from: [reachable, released].compactMap { $0?.commit }, to: end))
    files = try Self.changeFiles(of: draft, since: released?.commit)
  }

  /// Returns the release of the version that the files have, or had before the run, if it is higher than `reachable`: it was
  /// made on a branch that was not merged back. Nil where the files have no version that can be read.
  private static func release(
    writtenAfter reachable: Release?, among releases: [Release], in draft: Draft
  ) -> Release? {
    let later = releases.prefix { release in reachable.map { $0.version.precedes(release.version) } ?? true }
    guard !later.isEmpty, draft.releasefile.versionSource == .manifests,
      let written = try? draft.changedVersion?.previous ?? draft.survey(for: .version).writtenVersion()
    else { return nil }
    return later.first { !$0.version.isPrerelease && $0.version.hasSamePrecedence(as: written) }
  }

  /// Returns the changes since the last pre-release, or since the last release where there is none.
  func changesSincePrerelease(of draft: Draft) throws -> ChangeList {
    guard let prerelease, let end = try draft.head().commit else { return list }
    let excluded = [released, prerelease].compactMap { $0?.commit }
    return ChangeList(try Self.commits(of: draft, from: excluded, to: end))
  }

  /// Returns the commits of a range; only those that touch the current package, if there is one.
  static func commits(of draft: Draft, from excluded: [ObjectID], to end: ObjectID) throws -> [CommitRecord] {
    try draft.history(
      of: CommitRange(to: end, without: excluded, touching: draft.package?.paths ?? []))
  }

  /// Returns the tagged versions, the highest first; of two with the same precedence, the one with more numbers. A
  /// single number, such as a moving `v2` tag, is not a release.
  static func releases(of draft: Draft) throws -> [Release] {
    let format = try draft.tagFormat()
    return try draft.tagged(ReleasesKey(format: format)) { try releases(of: draft, in: format) }
  }

  private struct ReleasesKey: Hashable {
    let format: TagFormat
  }

  private static func releases(of draft: Draft, in format: TagFormat) throws -> [Release] {
    let other = format.withOrWithoutV
    let prefixes = [format.prefix, other?.prefix ?? format.prefix]
    let shortest = prefixes.min { ($0.utf8.count, $0) < ($1.utf8.count, $1) } ?? ""
    let tags = try draft.tags()
    var releases = try draft.tagNames(beginningWith: shortest)
      .compactMap { tag -> Release? in
        guard let parts = format.parts(of: tag) ?? other?.parts(of: tag), let commit = tags[tag] else { return nil }
        return Release(tag: tag, version: parts.version, build: parts.build, commit: commit)
      }
      .filter { format.isRelease($0.version) }
    if format.separator == ".", let count = releases.map(\.version.components.count).sorted(by: >).mostFrequent {
      // `2025.05.27` among tags such as `1.28.0.26070807` has no build number.
      releases.removeAll { $0.version.components.count != count }
    }
    return sorted(releases)
  }

  /// Returns the releases, the highest first. Sorts indices by numbers, because moving and comparing integers is cheaper
  /// than copying releases: one may have 100,000 tags.
  private static func sorted(_ releases: [Release]) -> [Release] {
    let numbers = releases.map(\.version.numbers)
    return releases.indices.sorted { left, right in
      let (first, second) = (numbers[left], numbers[right])
      for index in 0..<4 where first[index] != second[index] { return first[index] > second[index] }
      return releases[left].isHigher(than: releases[right])
    }.map { releases[$0] }
  }

  /// The highest tagged version that HEAD contains; nil before the first.
  package static func newestRelease(of draft: Draft) throws -> Release? {
    try draft.head().commit.flatMap { try releases(of: draft).latest(before: $0, in: draft) }
  }

  /// Returns the change files for the current package that are new or changed since `release`.
  static func changeFiles(of draft: Draft, since release: ObjectID?) throws -> [ChangeFile] {
    guard let folder = RelativePath(draft.releasefile.releaseRules.changesFolder),
      try draft.mayHaveFiles(below: folder)
    else { return [] }
    let paths = try draft.filePaths().filter {
      $0.parent == folder && $0.pathExtension == "md" && $0.lastComponent.lowercased() != "readme.md"
    }
    return try paths.compactMap { path in
      guard let source = try draft.source(at: path) else { return nil }
      if let release, try draft.workspace.contents(of: path, in: release) == source.fileBytes { return nil }
      let file = try ChangeFile(source)
      guard let package = draft.package, !file.packages.isEmpty else { return file }
      return file.packages.contains(package.name) ? file : nil
    }
  }
}

extension Draft {
  /// - Throws: `Failure.shallowHistory` in a shallow clone, where commits or tags may be missing.
  func refuseShallowHistory() throws {
    if try workspace.tagGap() == .shallowClone { throw Failure.shallowHistory(pipeline?.system) }
  }
}

extension Collection<ReleaseHistory.Release> {
  /// Returns the first of these that is an ancestor of `commit`.
  func latest(before commit: ObjectID, in draft: Draft) throws -> ReleaseHistory.Release? {
    // Mostly one of the highest is: there may be 100,000.
    for part in [prefix(100), dropFirst(100)] {
      guard let found = try draft.firstAncestor(of: commit, among: part.map(\.commit)) else { continue }
      return part.first { $0.commit == found }
    }
    return nil
  }
}

extension Failure {
  static func shallowHistory(_ system: CISystem?) -> Failure {
    Failure(
      "shallow clone: commits or tags may be missing, so the next version is unknown",
      hint: "\(system.cloneHint)fetch the rest with `git fetch --unshallow --tags`", notes: system.cloneNotes,
      code: .shallowClone)
  }
}
