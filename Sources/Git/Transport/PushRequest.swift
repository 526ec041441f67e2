import MartletCore

/// One reference to be pushed.
package struct PushedReference: Hashable, Sendable {
  /// The required state of the remote's reference.
  package enum Expectation: Hashable, Sendable {
    /// The reference is missing, or at an ancestor.
    case nothing
    /// The reference does not exist yet, or already names the pushed object.
    case absent
    /// The reference does not exist yet. If it names the pushed object, another process has pushed that.
    case new
    /// The reference is at that object, which is an ancestor, or already at the pushed one.
    case at(ObjectID)
    /// The reference is at that object, which is lost unless the pushed one contains it.
    case replacing(ObjectID)
  }

  /// The pushed commit or tag object.
  package let object: ObjectID
  /// The full name here, such as `refs/heads/main`. `object` is pushed, even if the reference has moved.
  package let source: String
  /// The full name there, such as `refs/heads/main` or `refs/tags/1.5.0`.
  package let destination: String
  /// The required state of the remote's reference.
  package let expectation: Expectation

  /// Creates a push of `object`, which `source` names here, to the full name `destination`.
  package init(
    _ object: ObjectID, from source: String, to destination: String, expecting expectation: Expectation
  ) {
    self.object = object
    self.source = source
    self.destination = destination
    self.expectation = expectation
  }
}

/// A push of one or several references to one remote.
package struct PushRequest: Sendable {
  /// The name of the remote, such as `origin`.
  package let remote: String
  /// The pushed references.
  package let references: [PushedReference]
  /// Whether the push is atomic. If not, the references are sent one by one, the tags last, and each one only after the
  /// remote has those before it.
  package var isAtomic = true
  /// Whether the hook `pre-push` runs.
  package var runsHooks = true

  /// Creates an atomic push that runs the hook.
  package init(_ references: [PushedReference], to remote: String) {
    self.references = references
    self.remote = remote
  }
}

/// The result of a push, as read from the remote afterwards.
package struct PushReport: Hashable, Sendable {
  /// The references that had already arrived before.
  package let alreadyThere: [String]
  /// The references that this push created or moved.
  package let pushed: [String]
  /// Whether the push arrived but the response was lost.
  package let answerWasLost: Bool

  /// Creates a report.
  package init(alreadyThere: [String], pushed: [String], answerWasLost: Bool) {
    self.alreadyThere = alreadyThere
    self.pushed = pushed
    self.answerWasLost = answerWasLost
  }
}
