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
