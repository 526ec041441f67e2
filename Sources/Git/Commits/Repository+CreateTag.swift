import CLibGit2
import MartletCore

extension Repository {
  /// Creates a new tag and returns the object that its reference names: the tag object of an annotated tag, otherwise
  /// the commit. An annotated tag is signed as `request` specifies.
  ///
  /// Lines with `#` stay in the message, as with `git tag --cleanup=whitespace`.
  package func createTag(_ request: TagRequest) throws(GitError) -> ObjectID {
    let tag = try prepareTag(request)
    try name(tag)
    return tag.object
  }

  /// Stores the tag object without a reference.
  package func prepareTag(_ request: TagRequest) throws(GitError) -> PreparedTag {
    guard Self.isValidTagName(request.name) else { throw .invalidTagName(request.name) }
    if let existing = try tag(named: request.name) {
      throw .tagExists(request.name, target: existing.commit ?? existing.object)
    }
    _ = try handle(ofCommit: request.commit)
    // git keeps no reflog of tags, so the tagger of a lightweight tag is not stored.
    guard let message = request.message else {
      return PreparedTag(name: request.name, object: request.commit, tagger: .placeholder)
    }
    let tagger = try identity(.committer, now: request.now)
    let tag = TagObject(commit: request.commit, name: request.name, tagger: tagger, message: try Message(message).text)
    return PreparedTag(name: request.name, object: try write(tag, of: request), tagger: tagger)
  }

  /// Creates the reference of the tag, unless it exists by now.
  package func name(_ tag: PreparedTag) throws(GitError) {
    do throws(GitError) {
      try apply(
        ReferenceChange(name: "refs/tags/\(tag.name)", expected: nil, new: tag.object), by: tag.tagger, reflog: "")
    } catch {
      guard case .referenceMoved(_, _, let found?) = error else { throw error }
      throw .tagExists(tag.name, target: try commit(peeledFrom: found) ?? found)
    }
  }

  /// Deletes a tag if its reference still names `expected`; otherwise throws `referenceMoved`.
  package func deleteTag(named name: String, expected: ObjectID) throws(GitError) {
    let change = ReferenceChange(name: "refs/tags/\(name)", expected: expected, new: nil)
    try apply(change, by: .placeholder, reflog: "")
  }

  /// Returns whether git allows a tag of that name.
  package static func isValidTagName(_ name: String) -> Bool {
    // Since git 2.46, `HEAD` is not a valid tag name.
    RefName.isValid("refs/tags/\(name)") && !name.hasPrefix("-") && name != "HEAD"
  }
}

/// A tag with a stored object.
package struct PreparedTag: Sendable {
  /// The name without `refs/tags/`.
  package let name: String
  /// The object that the reference will name: the tag object of an annotated tag, otherwise the commit.
  package let object: ObjectID
  let tagger: Identity
}

extension Identity {
  fileprivate static let placeholder = Identity(name: "none", email: "none", time: 0, offset: 0)
}

/// A tag to create.
package struct TagRequest: Sendable {
  /// The name, without `refs/tags/`.
  package let name: String
  /// The commit to tag.
  package let commit: ObjectID
  /// The message of an annotated tag; nil for a lightweight tag.
  package let message: String?
  /// The time of the tagger in seconds since 1970, unless `GIT_COMMITTER_DATE` is set.
  package let now: Int64
  /// Whether an annotated tag is signed.
  package var signing = SigningPolicy.configured
  /// Whether signing may prompt at the terminal.
  package var isInteractive = false

  /// Creates a request that does not prompt.
  package init(name: String, commit: ObjectID, message: String?, now: Int64) {
    self.name = name
    self.commit = commit
    self.message = message
    self.now = now
  }
}
