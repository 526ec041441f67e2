import Versioning

/// Who made a tag, when, and of what.
package struct TagOrigin: Hashable, Sendable {
  /// The tagger; of a tag that is a mere name, the committer of what it names.
  package let maker: Identity
  /// The commit that is tagged.
  package let commit: ObjectID

  package init(maker: Identity, commit: ObjectID) {
    self.maker = maker
    self.commit = commit
  }
}

extension Repository {
  /// Who made the tag whose reference names `object`; nil when it is not here, or no commit's.
  func origin(ofTag object: ObjectID) -> TagOrigin? {
    guard let tag = try? tag(of: object), let commit = tag.commit, let committer = try? self.commit(commit).committer
    else { return nil }
    return TagOrigin(maker: tag.tagger ?? committer, commit: commit)
  }
}

extension TagOrigin: CustomStringConvertible {
  /// Such as `by B. Dev at 2026-01-01 00:01:00 -0330, of the commit 1a2b3c4`.
  package var description: String {
    "by \(maker.name) at \(maker.date), of the commit \(commit.short)"
  }
}
