import HTTP
import MartletTextEditing

extension GitHubClient {
  func pullRequests(from head: String, into base: String) -> ForgeResult<[ForgePullRequest]> {
    session.pages { page in
      let request = GitHubRequest.pullRequests(
        repository, head: "\(location.repository.prefix { $0 != "/" }):\(head)", base: base, page: page)
      return session.perform(request) { response throws(Failure) in
        let found = try response.decoded(as: [GitHubPullRequest].self, from: "GitHub")
        return (found.map(\.pullRequest), response.hasNextPage)
      }
    }
  }

  func open(_ text: PullRequestText) -> ForgeResult<ForgePullRequest> {
    pullRequest(.openPullRequest(repository, text))
  }

  func update(_ pullRequest: ForgePullRequest, to text: PullRequestText) -> ForgeResult<ForgePullRequest> {
    self.pullRequest(.updatePullRequest(repository, number: pullRequest.number, text))
  }

  /// GitHub creates labels that do not exist.
  func add(labels: [String], to pullRequest: ForgePullRequest) -> ForgeResult<Void> {
    session.perform(GitHubRequest.addLabels(repository, number: pullRequest.number, labels)) { _ in }
  }

  func close(_ pullRequest: ForgePullRequest) -> ForgeResult<Void> {
    session.perform(GitHubRequest.closePullRequest(repository, number: pullRequest.number)) { _ in }
  }

  private func pullRequest(_ request: GitHubRequest) -> ForgeResult<ForgePullRequest> {
    session.perform(request) { response throws(Failure) in
      try response.decoded(as: GitHubPullRequest.self, from: "GitHub").pullRequest
    }
  }
}

/// A pull request in GitHub's JSON, with the keys that Martlet reads.
private struct GitHubPullRequest: Decodable {
  let number: Int
  let title: String
  let body: String?
  /// Missing on old servers of GitHub Enterprise.
  let draft: Bool?
  let labels: [Label]
  let htmlUrl: String

  struct Label: Decodable {
    let name: String
  }

  var pullRequest: ForgePullRequest {
    ForgePullRequest(
      number: number, title: title, body: body ?? "", isDraft: draft ?? false, labels: labels.map(\.name), page: htmlUrl
    )
  }
}
