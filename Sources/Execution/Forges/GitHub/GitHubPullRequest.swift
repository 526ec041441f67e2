/// A pull request in the JSON of GitHub and of Forgejo (`modules/structs/pull.go`), with the keys that Martlet reads.
struct GitHubPullRequest: PullRequestAnswer {
  let number: Int
  let title: String
  let body: String?
  /// Missing on old servers.
  let draft: Bool?
  let labels: [Label]?
  let head: Branch
  let base: Branch
  let htmlUrl: String

  struct Label: Decodable {
    let name: String
  }

  struct Branch: Decodable {
    let ref: String
    /// Missing on GitHub, whose list is of one owner.
    let repoId: Int?
  }

  func merges(_ head: String, into base: String) -> Bool {
    self.head.ref == head && self.base.ref == base && self.head.repoId == self.base.repoId
  }

  func pullRequest(draftPrefix: String?) -> ForgePullRequest {
    let plain = title.removing(draftPrefix)
    return ForgePullRequest(
      number: number, title: plain, body: body ?? "", isDraft: draft ?? (plain != title),
      labels: (labels ?? []).map(\.name), page: htmlUrl)
  }
}
