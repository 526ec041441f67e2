/// The branch that a run works on.
package struct WorkingBranch: Hashable, Sendable {
  /// Without `refs/heads/`.
  package let name: String
  /// Whether HEAD names a commit alone, so that nothing here but HEAD moves with a commit.
  package let isDetached: Bool

  /// The full name of the reference here that a commit moves.
  package var reference: String { Self.reference(of: name, isDetached: isDetached) }

  static func reference(of name: String, isDetached: Bool) -> String { isDetached ? "HEAD" : "refs/heads/\(name)" }
}
