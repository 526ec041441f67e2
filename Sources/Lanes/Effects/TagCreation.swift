import MartletCore

/// An annotated tag.
package struct TagCreation: Hashable, Sendable, Codable {
  /// Without `refs/tags/`.
  package let name: String
  package let message: String
  package let target: CommitReference
  /// Whether to sign it; nil: git's configuration decides.
  package var isSigned: Bool?

  package init(name: String, message: String, target: CommitReference) {
    self.name = name
    self.message = message
    self.target = target
  }
}

extension TagCreation: EffectValue {
  package var summary: EffectSummary { EffectSummary("tag", "\(name) at \(target.phrase)", phrase: "tag \(name)") }

  package func fields(_ outcome: Outcome) -> EffectFields {
    ["tag": name, "message": message]
  }

  package func receipt(_ outcome: Outcome) -> String? { "tag \(name)" }
}

/// A tag that existed before the run.
package struct ExistingTag: Hashable, Sendable {
  /// The commit that it points to, or the object when that is not a commit.
  package let target: ObjectID
  /// The object that the reference names: the tag object of an annotated tag.
  package let object: ObjectID
  /// The day and author of the tag, or of the commit for a lightweight tag: `2026-03-01, A. Dev`; nil when they are
  /// unknown.
  package let origin: String?

  /// - Parameter object: Nil for a lightweight tag.
  package init(target: ObjectID, object: ObjectID? = nil, origin: String?) {
    self.target = target
    self.object = object ?? target
    self.origin = origin
  }
}
