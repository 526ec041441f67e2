/// What became of a pull request.
package enum ProposalResult: Hashable, Sendable {
  case opened(ProposedPullRequest)
  case updated(ProposedPullRequest)
  /// Branch and pull request were up to date.
  case unchanged(ProposedPullRequest)
  /// There is nothing to release, so the open one was closed.
  case closed(ProposedPullRequest)
  /// There is nothing to release, and no pull request.
  case nothing
  /// The branch of the remote has newer commits, whose own job proposes them.
  case outdated

  /// The pull request; nil if there is none.
  package var pullRequest: ProposedPullRequest? {
    switch self {
    case .opened(let request), .updated(let request), .unchanged(let request), .closed(let request): request
    case .nothing, .outdated: nil
    }
  }
}

/// A pull request as messages name it.
package struct ProposedPullRequest: Hashable, Sendable {
  package let number: Int
  /// The address of its web page.
  package let page: String
}
