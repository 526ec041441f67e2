import MartletCore

/// A release as a pull request proposes it.
package struct Proposal: Hashable, Sendable {
  /// A commit of its branch.
  package struct Commit: Hashable, Sendable {
    package let message: String
    package let files: [FileWrite]
    /// Whether to sign it; nil: git's configuration decides.
    package let isSigned: Bool?

    package init(message: String, files: [FileWrite], isSigned: Bool?) {
      self.message = message
      self.files = files
      self.isSigned = isSigned
    }
  }

  package let place: ProposalPlace
  /// In order, the first one on top of the branch that gets them.
  package let commits: [Commit]
  package let title: String
  /// Markdown.
  package let body: String

  package init(place: ProposalPlace, commits: [Commit], title: String, body: String) {
    self.place = place
    self.commits = commits
    self.title = title
    self.body = body
  }
}

/// The place of a pull request: its repository and its branches.
package struct ProposalPlace: Hashable, Sendable {
  package let repository: ForgeRepository
  /// The commit that is released next.
  package let head: ObjectID
  /// The branch of the repository that gets the release, without `refs/heads/`.
  package let base: String
  /// The branch of the pull request, without `refs/heads/`.
  package let branch: String
  package let declaration: PullRequestDeclaration

  package init(
    repository: ForgeRepository, head: ObjectID, base: String, branch: String, declaration: PullRequestDeclaration
  ) {
    self.repository = repository
    self.head = head
    self.base = base
    self.branch = branch
    self.declaration = declaration
  }
}

extension Plan {
  /// Returns the plan with its commits on `branch`.
  package func moved(to branch: String) -> Plan {
    let moved = entries.map { entry in
      guard case .createCommit(let commit) = entry.effect else { return entry }
      let other = CommitCreation(
        message: commit.message, files: commit.files, branch: branch, parent: commit.parent, runsHooks: false)
      return Entry(number: entry.number, stage: entry.stage, step: entry.step, effect: .createCommit(other))
    }
    return Plan(title: title, version: version, entries: moved, remarks: remarks, isConfirmed: isConfirmed)
  }
}

extension Draft {
  /// The pull request by which the lane releases; nil: it needs none.
  package var pullRequest: PullRequestDeclaration? {
    laneName.flatMap { releasefile.lane(named: $0) }?.pullRequest
  }

  /// Whether steps of `phase` are planned.
  func includes(_ phase: StepPhase) -> Bool {
    guard pullRequest != nil else { return true }
    return switch purpose {
    case .run, .finish: phase != .proposal
    case .proposal: phase != .release
    }
  }
}
