/// A commit of a project's history.
package struct CommitRecord: Hashable, Sendable {
  /// An author, co-author or committer.
  package struct Person: Hashable, Sendable {
    package let name: String
    /// Without angle brackets; empty if unknown.
    package let email: String

    package init(name: String, email: String) {
      self.name = name
      self.email = email
    }
  }

  package let id: ObjectID
  /// Empty for a first commit, several for a merge.
  package let parents: [ObjectID]
  package let author: Person
  /// The message in UTF-8, or its own bytes if their encoding is unknown.
  package let message: [UInt8]

  package init(id: ObjectID, parents: [ObjectID], author: Person, message: [UInt8]) {
    self.id = id
    self.parents = parents
    self.author = author
    self.message = message
  }

  package var isMerge: Bool { parents.count > 1 }
}
