import Changelogs
import Lanes
import Versioning

/// A commit that somebody has named: by a version, a tag, a branch or an id.
package struct Revision {
  /// The tag that a version stands for, otherwise as it was named.
  package let name: String
  package let commit: ObjectID
  /// Nil when it was not named by one, or its tag.
  package let version: Version?

  /// Nil when there is nothing of that name.
  package init?(_ name: String, in draft: Draft) throws {
    let format = try draft.tagFormat()
    let version = (try? Version(name)) ?? format.version(of: name)
    let tag = version.map(format.tag(for:))
    if let tag, let commit = try draft.workspace.commit(named: "refs/tags/\(tag)") {
      (self.name, self.commit, self.version) = (tag, commit, version)
    } else if let commit = try draft.workspace.commit(named: name) {
      (self.name, self.commit, self.version) = (name, commit, nil)
    } else {
      return nil
    }
  }
}

extension Revision {
  /// The last release before `release`, which leads to it; nil for the first. What comes before a pre-release may be one.
  package static func release(before release: Revision, in draft: Draft) throws -> Revision? {
    let releases = try ReleaseHistory.releases(of: draft).filter { other in
      guard let version = release.version else { return false }
      return other.version.precedes(version) && (version.isPrerelease || !other.version.isPrerelease)
    }
    let found = try draft.workspace.firstAncestor(of: release.commit, among: releases.map(\.commit))
    return try releases.first { $0.commit == found }.flatMap { try Revision($0.tag, in: draft) }
  }
}

extension NotesText {
  /// What has changed from `start` to `end`; nil stands for the beginning, and for what is checked out.
  ///
  /// - Throws: `Failure.shallowHistory` in a shallow clone.
  package init(between start: Revision?, and end: Revision?, in draft: Draft) throws {
    try draft.refuseShallowHistory()
    var changes: [Change] = []
    if let last = try end?.commit ?? draft.workspace.head().commit {
      changes =
        ChangeList(try ReleaseHistory.commits(of: draft, from: start.map { [$0.commit] } ?? [], to: last)).changes
    }
    let day = try end.map { try draft.workspace.day(of: $0.commit) }
    try self.init(
      changes.map(ReleaseNotes.Entry.init), as: end?.version,
      between: Bounds(previousTag: start?.name, tag: end?.name, day: day), in: draft)
  }
}
