/// A merge request in GitLab's JSON, with the keys that Martlet reads.
struct GitLabMergeRequest: PullRequestAnswer {
  let iid: Int
  let title: String
  let description: String?
  let draft: Bool?
  let labels: [String]
  let sourceProjectId: Int?
  let targetProjectId: Int?
  let webUrl: String

  /// The list is one of branches, and merge requests from forks can have branches of the same name.
  func merges(_ head: String, into base: String) -> Bool { sourceProjectId == targetProjectId }

  func pullRequest(draftPrefix: String?) -> ForgePullRequest {
    ForgePullRequest(
      number: iid, title: title.removing(draftPrefix), body: description ?? "", isDraft: draft ?? false,
      labels: labels, page: webUrl)
  }
}
