import MartletCore

/// A push of named refs to one remote.
package struct RefPush: Hashable, Sendable, Codable {
  /// One ref, by its full local and remote names.
  package struct Ref: Hashable, Sendable, Codable {
    package let source: String
    package let destination: String
    /// Whether the ref must not exist on the remote.
    package let isCreation: Bool
    /// The commit that the remote must have: its last known one when the plan was made. Nil when that is unknown; then
    /// the push must not lose any commits.
    package let expected: ObjectID?

    package init(source: String, destination: String, isCreation: Bool, expected: ObjectID? = nil) {
      self.source = source
      self.destination = destination
      self.isCreation = isCreation
      self.expected = expected
    }

    /// The short name: `main`, `1.5.0`.
    package var shortName: String {
      ["refs/heads/", "refs/tags/"].first { destination.hasPrefix($0) }
        .map { String(destination.dropFirst($0.count)) } ?? destination
    }
  }

  package let remote: String
  package let refs: [Ref]
  /// Whether to run the user's `pre-push` hook.
  package let runsHooks: Bool
  /// Whether the push is atomic. If not, the branch is pushed first and the tags last.
  package var isAtomic = true

  package init(remote: String, refs: [Ref], runsHooks: Bool) {
    self.remote = remote
    self.refs = refs
    self.runsHooks = runsHooks
  }
}

extension RefPush: EffectValue {
  package var summary: EffectSummary {
    EffectSummary(
      "push", "\(names) → \(remote)", isAtomic ? "one atomic push" : "one after the other, the branch first")
  }

  package func fields(_ outcome: Outcome) -> EffectFields {
    ["remote": remote, "refs": refs.map(\.destination)]
  }

  package func receipt(_ outcome: Outcome) -> String? { "pushed \(names) → \(remote)" }
  package var publicName: String? { "\(names) on \(remote)" }
  package var isOutward: Bool { true }
  package var reachesService: Bool { false }

  private var names: String { refs.map(\.shortName).joined(separator: ", ") }
}
