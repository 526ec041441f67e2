/// The branch that a run works on.
package struct WorkingBranch: Hashable, Sendable {
  /// Without `refs/heads/`.
  package let name: String
  /// Whether HEAD is detached, so that a commit moves only HEAD.
  package let isDetached: Bool

  /// The full name of the local reference that a commit moves.
  package var reference: String { Self.reference(of: name, isDetached: isDetached) }

  static func reference(of name: String, isDetached: Bool) -> String { isDetached ? "HEAD" : "refs/heads/\(name)" }
}
