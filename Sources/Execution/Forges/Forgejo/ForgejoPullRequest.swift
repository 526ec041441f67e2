/// A pull request of Forgejo: GitHub's JSON, with a prefix in the titles of drafts.
struct ForgejoPullRequest: PullRequestAnswer {
  private let base: GitHubPullRequest

  init(from decoder: any Decoder) throws { base = try GitHubPullRequest(from: decoder) }

  var pullRequest: ForgePullRequest { base.pullRequest(draftPrefix: .forgejo) }

  func merges(_ head: String, into base: String) -> Bool { self.base.merges(head, into: base) }
}
