import Versioning

/// A commit as it is stored.
package struct Commit: Hashable, Sendable {
  /// Its own id.
  package let id: ObjectID
  /// The tree of its files.
  package let tree: ObjectID
  /// None for the first commit, several for a merge.
  package let parents: [ObjectID]
  /// Who made the change, and when.
  package let author: Identity
  /// Who made the commit, and when.
  package let committer: Identity
  /// The whole message. Invalid UTF-8 is replaced; a message that says it is in ISO 8859-1 is converted.
  package let message: String

  /// A commit of the given parts.
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
