import MartletCore

/// The maker, time and commit of a tag.
package struct TagOrigin: Hashable, Sendable {
  /// The tagger; for a lightweight tag, the committer of the tagged commit.
  package let maker: Identity
  /// The tagged commit.
  package let commit: ObjectID
}

extension Repository {
  /// Returns the origin of the tag whose reference names `object`; nil when it is missing here, or does not lead to a
  /// commit.
  func origin(ofTag object: ObjectID) throws(GitError) -> TagOrigin? {
    let tag = try tag(of: object)
    guard let commit = tag.commit else { return nil }
    let committer = try self.commit(commit).committer
    return TagOrigin(maker: tag.tagger ?? committer, commit: commit)
  }
}

extension TagOrigin: CustomStringConvertible {
  /// The origin, such as `by B. Dev at 2026-01-01 00:01:00 -0330, of the commit 1a2b3c4`.
  package var description: String {
    "by \(maker.name) at \(maker.date), of the commit \(commit.short)"
  }
}
