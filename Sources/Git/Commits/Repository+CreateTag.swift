import CLibGit2
import Versioning

extension Repository {
  /// Creates a tag that does not exist yet, and gives what its reference names: the tag's own object when it is
  /// annotated, otherwise the commit. An annotated tag is signed as the order says.
  ///
  /// Lines with `#` stay in the message, as with `git tag --cleanup=whitespace`.
  package func createTag(_ order: TagOrder) throws(GitError) -> ObjectID {
    let tag = try prepareTag(order)
    try name(tag)
    return tag.object
  }

  /// Stores the tag's object, which nothing names yet.
  package func prepareTag(_ order: TagOrder) throws(GitError) -> PreparedTag {
    guard Self.isValidTagName(order.name) else { throw .invalidTagName(order.name) }
    if let existing = try tag(named: order.name) {
      throw .tagExists(order.name, target: existing.commit ?? existing.object)
    }
    _ = try handle(ofCommit: order.commit)
    // git keeps no reflog of tags: who makes a mere name is written nowhere.
    guard let message = order.message else {
      return PreparedTag(name: order.name, object: order.commit, tagger: .nobody)
    }
    let tagger = try identity(.committer, now: order.now)
    let tag = TagObject(commit: order.commit, name: order.name, tagger: tagger, message: try Message(message).text)
    return PreparedTag(name: order.name, object: try write(tag, of: order), tagger: tagger)
  }

  /// Gives the object its name, unless something has it by now.
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
    try apply(change, by: .nobody, reflog: "")
  }

  /// Whether git allows a tag of that name.
  package static func isValidTagName(_ name: String) -> Bool {
    // Since 2.46, `HEAD` is none.
    RefName.isValid("refs/tags/\(name)") && !name.hasPrefix("-") && name != "HEAD"
  }
}

/// A tag whose object is stored.
package struct PreparedTag: Sendable {
  /// Without `refs/tags/`.
  package let name: String
  /// What the reference will name: the tag's own object when it is annotated, otherwise the commit.
  package let object: ObjectID
  let tagger: Identity
}

extension Identity {
  fileprivate static let nobody = Identity(name: "nobody", email: "nobody", time: 0, offset: 0)
}
