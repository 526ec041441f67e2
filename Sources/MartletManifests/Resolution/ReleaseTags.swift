import MartletCore

/// The versions of the tags that are reachable from HEAD.
package struct ReleaseTags: Sendable {
  /// The newest version, which may be a pre-release; nil when no tag is a version.
  package let newest: Version?
  /// The newest one that is not a pre-release.
  package let released: Version?
  /// The versions of all releases, including other branches.
  package let releases: [Version]
  /// The version that the run has already set, which overrides all other evidence.
  package let decided: Version?
  /// The tags of the newest version and the newest release, for messages.
  let names: [Name]
  /// A higher release that `newest` was made after, in its history; nil if there is none.
  let higher: Name?

  /// The name and the day of a tag.
  package struct Name: Hashable, Sendable {
    let version: Version
    let tag: String
    let day: String

    package init(version: Version, tag: String, day: String) {
      self.version = version
      self.tag = tag
      self.day = day
    }
  }

  package init(
    newest: Version? = nil, released: Version? = nil, releases: [Version] = [], decided: Version? = nil,
    names: [Name] = [],
    higher: Name? = nil
  ) {
    self.higher = higher
    self.names = names
    self.releases = releases
    self.newest = newest
    self.released = released
    self.decided = decided
  }

  /// Returns the same tags with the current version.
  package func deciding(_ version: Version) -> ReleaseTags {
    ReleaseTags(newest: newest, released: released, releases: releases, decided: version, names: names, higher: higher)
  }

  /// Whether a release of any branch has `version`.
  package func contains(_ version: Version) -> Bool {
    releases.contains { $0.hasSamePrecedence(as: version) }
  }

  /// Returns the releases that places for releases may have while the version is the pre-release `version`: the newest
  /// one that is reachable, and the highest one of all branches; none for a release.
  func lastReleases(before version: Version) -> [Version] {
    guard version.isPrerelease else { return [] }
    let highest = releases.filter { !$0.isPrerelease && $0.precedes(version) }.highest
    let newest = released.flatMap { $0.precedes(version) ? $0 : nil }
    return [newest, highest == newest ? nil : highest].compactMap { $0 }
  }

  /// No tags, or unknown tags.
  package static let none = ReleaseTags()
}
