import Versioning

/// One reference to be pushed.
package struct PushedReference: Hashable, Sendable {
  /// What must be true of the remote for the push to be right.
  package enum Expectation: Hashable, Sendable {
    /// Nothing but that its history goes on: no force is ever used.
    case nothing
    /// There is no such reference yet, or it is already what is pushed.
    case absent
    /// It is there, at that object whose history goes on, or already what is pushed.
    case at(ObjectID)
  }

  /// What is pushed: a commit or tag object.
  package let object: ObjectID
  /// The full name here, such as `refs/heads/main`. What is pushed is `object`, whatever it names by then.
  package let source: String
  /// The full name there, such as `refs/heads/main` or `refs/tags/1.5.0`.
  package let destination: String
  /// What must be true of the remote before.
  package let expectation: Expectation

  /// The push of `object`, which `source` names here, to the full name `destination`.
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
package struct PushOrder: Sendable {
  /// The name of the remote, such as `origin`.
  package let remote: String
  /// What is pushed.
  package let references: [PushedReference]
  /// Whether all of them move or none. If not, they are sent one by one, the tags last, and each only when the remote
  /// has been seen to have those before it.
  package var isAtomic = true
  /// Whether the hook `pre-push` runs.
  package var runsHooks = true

  /// An order for all or nothing that runs the hook.
  package init(_ references: [PushedReference], to remote: String) {
    self.references = references
    self.remote = remote
  }
}

/// What a push has done, as the remote itself says afterwards.
package struct PushReport: Hashable, Sendable {
  /// The references that were already there as wanted.
  package let alreadyThere: [String]
  /// The references that are there now and were not before.
  package let pushed: [String]
  /// Whether the remote did what was asked but its answer was lost.
  package let answerWasLost: Bool

  /// A report of what a remote says.
  package init(alreadyThere: [String], pushed: [String], answerWasLost: Bool) {
    self.alreadyThere = alreadyThere
    self.pushed = pushed
    self.answerWasLost = answerWasLost
  }
}
