import MartletCore

/// The branch or commit that HEAD names.
package enum Head: Equatable, Sendable {
  /// A branch with its short name, such as `main`, and its commit.
  case branch(String, ObjectID)
  /// A branch that has no commit yet.
  case unborn(branch: String)
  case detached(ObjectID)

  /// The commit; nil when there is none yet.
  package var commit: ObjectID? {
    switch self {
    case .branch(_, let id), .detached(let id): id
    case .unborn: nil
    }
  }

  /// The short name of the branch; nil when HEAD is detached.
  package var branch: String? {
    switch self {
    case .branch(let name, _), .unborn(let name): name
    case .detached: nil
    }
  }

  /// The full name of the reference that a new commit moves: the branch, or a detached `HEAD`.
  package var reference: String { branch.map { "refs/heads/\($0)" } ?? "HEAD" }
}

/// A git command that has begun and must be finished or aborted.
package enum OngoingOperation: String, Equatable, Sendable {
  case merge
  case revert
  case cherryPick = "cherry-pick"
  case bisect
  case rebase
  case applyMailbox = "am"
}
