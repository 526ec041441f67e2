import MartletCore

/// A tag of the repository.
package struct Tag: Hashable, Sendable {
  /// The name without `refs/tags/`.
  package let name: String
  /// The object that the reference names: the tag object if it is annotated, otherwise the tagged object.
  package let object: ObjectID
  /// The commit, through any nested tags; nil when another object is tagged.
  package let commit: ObjectID?
  /// Whether it has a tag object, with a message.
  package let isAnnotated: Bool
  /// The tagger; nil when it is not annotated, or very old.
  package let tagger: Identity?

  /// Creates a tag from the given parts.
  package init(name: String, object: ObjectID, commit: ObjectID?, annotation: (isAnnotated: Bool, tagger: Identity?)) {
    self.name = name
    self.object = object
    self.commit = commit
    isAnnotated = annotation.isAnnotated
    tagger = annotation.tagger
  }
}

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

/// The signature of a tag, as `git verify-tag` reports it.
package enum TagSignature: Hashable, Sendable {
  case none
  case good
  /// There is one, and it does not belong to the tag.
  case bad
  /// There is one that cannot be checked here, for example because the key is unknown.
  case unknown
}

extension Repository {
  /// Returns the signature of the tag `name`.
  ///
  /// - Parameter signers: The file with the keys that may sign, an absolute path: then no other signature is good than one of them
  ///   by ssh. Nil: what git's configuration says.
  package func signature(ofTag name: String, signers: String? = nil) throws(GitError) -> TagSignature {
    let query = GitQuery(self)
    let text = try query.result(of: ["cat-file", "tag", "refs/tags/\(name)"])
    // A lightweight tag has no object.
    guard text.termination == .exited(status: 0), text.outputText.contains("\n-----BEGIN ") else { return .none }
    // The signature is that of a tag object, which any reference can name.
    guard
      text.outputText.split(separator: "\n\n", maxSplits: 1).first?.split(separator: "\n").contains("tag \(name)")
        == true
    else { return .bad }
    if signers != nil, !text.outputText.contains("\n-----BEGIN SSH SIGNATURE-----\n") { return .unknown }
    // While the repository may not run its own programs, git has only the user's settings.
    let setting = signers.map { ["-c", "gpg.ssh.allowedSignersFile=\($0)"] } ?? []
    let result = try query.result(of: setting + ["verify-tag", "--raw", "refs/tags/\(name)"])
    if result.termination == .exited(status: 0) { return .good }
    // gpg's status lines (doc/DETAILS), and the words of ssh-keygen.
    return ["[GNUPG:] BADSIG", "Could not verify signature", "incorrect signature"].contains(
      where: result.errorText.contains) ? .bad : .unknown
  }
}
