import HTTP
import MartletTextEditing

extension ForgejoClient {
  /// The API cannot select branches, so all open pull requests are read.
  func pullRequests(from head: String, into base: String) -> ForgeResult<[ForgePullRequest]> {
    session.pages { page in
      session.perform(ForgejoRequest.pullRequests(repository, page: page)) { response throws(Failure) in
        let found = try response.decoded(as: [ForgejoPullRequest].self, from: "Forgejo")
        return (found.filter { $0.merges(head, into: base) }.map(\.pullRequest), response.hasNextPage)
      }
    }
  }

  func open(_ text: PullRequestText) -> ForgeResult<ForgePullRequest> {
    pullRequest(.openPullRequest(repository, text))
  }

  /// The state of a draft stays, which is a prefix of the title here.
  func update(_ pullRequest: ForgePullRequest, to text: PullRequestText) -> ForgeResult<ForgePullRequest> {
    let title = DraftPrefix.forgejo.title(text.title, isDraft: pullRequest.isDraft)
    return self.pullRequest(.updatePullRequest(repository, number: pullRequest.number, title: title, text: text.body))
  }

  /// Only labels that exist are added.
  func add(labels: [String], to pullRequest: ForgePullRequest) -> ForgeResult<Void> {
    session.perform(ForgejoRequest.addLabels(repository, number: pullRequest.number, labels)) { _ in }
  }

  func close(_ pullRequest: ForgePullRequest) -> ForgeResult<Void> {
    session.perform(ForgejoRequest.closePullRequest(repository, number: pullRequest.number)) { _ in }
  }

  private func pullRequest(_ request: ForgejoRequest) -> ForgeResult<ForgePullRequest> {
    session.perform(request) { response throws(Failure) in
      try response.decoded(as: ForgejoPullRequest.self, from: "Forgejo").pullRequest
    }
  }
}

/// A pull request in Forgejo's JSON (`modules/structs/pull.go`), with the keys that Martlet reads.
private struct ForgejoPullRequest: Decodable {
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
    let repoId: Int
  }

  func merges(_ head: String, into base: String) -> Bool {
    self.head.ref == head && self.base.ref == base && self.head.repoId == self.base.repoId
  }

  var pullRequest: ForgePullRequest {
    let plain = DraftPrefix.forgejo.removed(from: title)
    return ForgePullRequest(
      number: number, title: plain, body: body ?? "", isDraft: draft ?? (plain != title),
      labels: (labels ?? []).map(\.name), page: htmlUrl)
  }
}
