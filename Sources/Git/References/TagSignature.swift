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
  package func signature(ofTag name: String) throws(GitError) -> TagSignature {
    let query = GitQuery(self)
    let text = try query.result(of: ["cat-file", "tag", "refs/tags/\(name)"])
    // A lightweight tag has no object.
    guard text.termination == .exited(status: 0), text.outputText.contains("\n-----BEGIN ") else { return .none }
    guard runsOwnPrograms else { return .unknown }
    let result = try query.result(of: ["verify-tag", "--raw", "refs/tags/\(name)"])
    if result.termination == .exited(status: 0) { return .good }
    // gpg's status lines (doc/DETAILS), and the words of ssh-keygen.
    return ["[GNUPG:] BADSIG", "Could not verify signature", "incorrect signature"].contains(
      where: result.errorText.contains) ? .bad : .unknown
  }
}
