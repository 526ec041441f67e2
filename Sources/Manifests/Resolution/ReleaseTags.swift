import Versioning

/// What the tags that lead to the commit that is checked out say of the version.
package struct ReleaseTags: Sendable {
  /// The newest version of all, which may be a pre-release; nil when no such tag is a version.
  package let newest: Version?
  /// The newest one that is not a pre-release.
  package let released: Version?
  /// The versions of all releases, also on other branches.
  let releases: [Version]
  /// The version that the run has given the project already: no other evidence counts then.
  package let decided: Version?

  package init(
    newest: Version? = nil, released: Version? = nil, releases: [Version] = [], decided: Version? = nil
  ) {
    self.releases = releases
    self.newest = newest
    self.released = released
    self.decided = decided
  }

  /// A project without tags, or whose tags are not known.
  package static let none = ReleaseTags()
}
