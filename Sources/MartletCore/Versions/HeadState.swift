/// The branch or commit that HEAD names.
package enum HeadState: Hashable, Sendable, Codable {
  /// A branch, without `refs/heads/`, and its commit.
  case branch(String, ObjectID)
  /// A branch without a commit.
  case unborn(String)
  case detached(ObjectID)

  /// The commit; nil if there is none yet.
  package var commit: ObjectID? {
    switch self {
    case .branch(_, let commit), .detached(let commit): commit
    case .unborn: nil
    }
  }

  /// The short name of the branch; nil if HEAD is detached.
  package var branch: String? {
    switch self {
    case .branch(let name, _), .unborn(let name): name
    case .detached: nil
    }
  }

  /// The full name of the reference that a new commit moves: the branch, or a detached `HEAD`.
  package var reference: String { branch.map { "refs/heads/\($0)" } ?? "HEAD" }
}
