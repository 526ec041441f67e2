import Lanes
import MartletChangelogs
import MartletCore

/// A commit that the user named by a version, tag, branch or id.
package struct Revision {
  /// The tag if a version or tag was given; the given name for other revisions.
  package let name: String
  package let commit: ObjectID
  /// Nil unless the commit was named by a version or its tag.
  package let version: Version?

  /// Returns nil when no commit has that name.
  package init?(_ name: String, in draft: Draft) throws {
    let format = try draft.tagFormat()
    let version = (try? Version(name)) ?? format.version(of: name)
    let tag = try version.map { format.version(of: name) == nil ? try draft.tag(for: $0) : name }
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
  /// Returns the last release before `release` that is its ancestor; nil for the first. Before a pre-release, this may
  /// be another pre-release.
  package static func release(before release: Revision, in draft: Draft) throws -> Revision? {
    let releases = try ReleaseHistory.releases(of: draft).filter { other in
      guard let version = release.version else { return false }
      return other.version.precedes(version) && (version.isPrerelease || !other.version.isPrerelease)
    }
    let found = try draft.firstAncestor(of: release.commit, among: releases.map(\.commit))
    return try releases.first { $0.commit == found }.flatMap { try Revision($0.tag, in: draft) }
  }
}

extension NotesText {
  /// Creates the notes for the changes from `start` (nil: the start of the history) to `end` (nil: HEAD).
  ///
  /// - Throws: `Failure.shallowHistory` in a shallow clone.
  package init(between start: Revision?, and end: Revision?, in draft: Draft) throws {
    try draft.refuseShallowHistory()
    var changes: [Change] = []
    if let last = try end?.commit ?? draft.head().commit {
      changes =
        ChangeList(try ReleaseHistory.commits(of: draft, from: start.map { [$0.commit] } ?? [], to: last)).changes
    }
    let own = try OwnCommits(since: start?.commit, in: draft)
    let day = try end.map { try draft.workspace.day(of: $0.commit) }
    try self.init(
      changes.filter { !own.contains($0) }.map(ReleaseNotes.Entry.init), as: end?.version,
      between: Bounds(previousTag: start?.name, tag: end?.name, day: day), in: draft)
  }
}
