import MartletVersioning

/// The maker, time and commit of a tag.
package struct TagOrigin: Hashable, Sendable {
  /// The tagger; for a lightweight tag, the committer of the tagged commit.
  package let maker: Identity
  /// The tagged commit.
  package let commit: ObjectID

  package init(maker: Identity, commit: ObjectID) {
    self.maker = maker
    self.commit = commit
  }
}

extension Repository {
  /// Returns the origin of the tag whose reference names `object`; nil when it is missing here, or does not lead to a
  /// commit.
  func origin(ofTag object: ObjectID) -> TagOrigin? {
    guard let tag = try? tag(of: object), let commit = tag.commit, let committer = try? self.commit(commit).committer
    else { return nil }
    return TagOrigin(maker: tag.tagger ?? committer, commit: commit)
  }
}

extension TagOrigin: CustomStringConvertible {
  /// The origin, such as `by B. Dev at 2026-01-01 00:01:00 -0330, of the commit 1a2b3c4`.
  package var description: String {
    "by \(maker.name) at \(maker.date), of the commit \(commit.short)"
  }
}
