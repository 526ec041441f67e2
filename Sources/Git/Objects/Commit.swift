import MartletCore

/// A stored commit.
package struct Commit: Hashable, Sendable {
  /// The ID of the commit.
  package let id: ObjectID
  /// The tree of its files.
  package let tree: ObjectID
  /// The parents: none for the first commit, several for a merge.
  package let parents: [ObjectID]
  /// The author, with the time of the change.
  package let author: Identity
  /// The committer, with the time of the commit.
  package let committer: Identity
  /// The whole message. Invalid UTF-8 is replaced; a message in ISO 8859-1 is converted.
  package let message: String

  /// Creates a commit from the given parts.
  package init(
    id: ObjectID, tree: ObjectID, parents: [ObjectID], people: (author: Identity, committer: Identity), message: String
  ) {
    self.id = id
    self.tree = tree
    self.parents = parents
    author = people.author
    committer = people.committer
    self.message = message
  }

  /// The first paragraph on one line, as `git log --oneline` shows it.
  package var subject: String {
    message.split(separator: "\n", omittingEmptySubsequences: false)
      .drop { $0.allSatisfy(\.isWhitespace) }
      .prefix { !$0.allSatisfy(\.isWhitespace) }
      .map { $0.trimmingBlanks() }
      .joined(separator: " ")
  }
}

extension Substring {
  fileprivate func trimmingBlanks() -> Substring {
    var text = self
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return text
  }
}
