import HTTP
import MartletTextEditing

extension GitLabClient {
  /// Merge requests from forks can have a branch of the same name.
  func pullRequests(from head: String, into base: String) -> ForgeResult<[ForgePullRequest]> {
    session.pages { page in
      session.perform(GitLabRequest.mergeRequests(project, head: head, base: base, page: page)) {
        response throws(Failure) in
        let found = try response.decoded(as: [GitLabMergeRequest].self, from: "GitLab")
        return (
          found.filter { $0.sourceProjectId == $0.targetProjectId }.map(\.pullRequest), response.hasNextPage
        )
      }
    }
  }

  func open(_ text: PullRequestText) -> ForgeResult<ForgePullRequest> {
    mergeRequest(.openMergeRequest(project, text))
  }

  /// The state of a draft stays, which is a prefix of the title here.
  func update(_ pullRequest: ForgePullRequest, to text: PullRequestText) -> ForgeResult<ForgePullRequest> {
    let title = DraftPrefix.gitlab.title(text.title, isDraft: pullRequest.isDraft)
    return mergeRequest(.updateMergeRequest(project, number: pullRequest.number, title: title, text: text.body))
  }

  /// GitLab creates labels that do not exist.
  func add(labels: [String], to pullRequest: ForgePullRequest) -> ForgeResult<Void> {
    session.perform(GitLabRequest.addLabels(project, number: pullRequest.number, labels)) { _ in }
  }

  func close(_ pullRequest: ForgePullRequest) -> ForgeResult<Void> {
    session.perform(GitLabRequest.closeMergeRequest(project, number: pullRequest.number)) { _ in }
  }

  private func mergeRequest(_ request: GitLabRequest) -> ForgeResult<ForgePullRequest> {
    session.perform(request) { response throws(Failure) in
      try response.decoded(as: GitLabMergeRequest.self, from: "GitLab").pullRequest
    }
  }
}

/// A merge request in GitLab's JSON, with the keys that Martlet reads.
private struct GitLabMergeRequest: Decodable {
  let iid: Int
  let title: String
  let description: String?
  let draft: Bool?
  let labels: [String]
  let sourceProjectId: Int?
  let targetProjectId: Int?
  let webUrl: String

  var pullRequest: ForgePullRequest {
    ForgePullRequest(
      number: iid, title: DraftPrefix.gitlab.removed(from: title), body: description ?? "", isDraft: draft ?? false,
      labels: labels, page: webUrl)
  }
}
