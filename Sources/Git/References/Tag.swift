import Versioning

/// A tag of the repository.
package struct Tag: Hashable, Sendable {
  /// The name without `refs/tags/`.
  package let name: String
  /// What the reference names: the tag's own object when it is annotated, otherwise what is tagged.
  package let object: ObjectID
  /// The commit in the end, through any tags of tags; nil when something else is tagged.
  package let commit: ObjectID?
  /// Whether it has an object of its own, with a message.
  package let isAnnotated: Bool
  /// Who made it and when; nil when it is not annotated, or very old.
  package let tagger: Identity?

  /// A tag of the given parts.
  package init(name: String, object: ObjectID, commit: ObjectID?, annotation: (isAnnotated: Bool, tagger: Identity?)) {
    self.name = name
    self.object = object
    self.commit = commit
    isAnnotated = annotation.isAnnotated
    tagger = annotation.tagger
  }
}
