import HTTP
import MartletCore

/// The client of a forge with `Request`. The requests for pull requests differ only in their paths, methods and keys, so the
/// client of each forge has these functions.
protocol PullRequestClient: ForgeClient {
  associatedtype Request: PullRequestRequest

  var session: ForgeSession { get }
  /// The repository in the paths of requests.
  var repository: String { get }
}

/// A request of one forge, among them those for pull requests.
protocol PullRequestRequest: ForgeRequest {
  /// A pull request in the forge's JSON.
  associatedtype PullRequest: PullRequestAnswer

  /// The open ones. The answer may have those of other branches, too.
  static func pullRequests(_ repository: String, head: String, base: String, page: Int) -> Self
  static func openPullRequest(_ repository: String, _ text: PullRequestText) -> Self
  /// Changes title and body.
  static func updatePullRequest(_ repository: String, number: Int, _ text: PullRequestText) -> Self
  static func closePullRequest(_ repository: String, number: Int) -> Self
  static func addLabels(_ repository: String, number: Int, _ labels: [String]) -> Self
}

/// A pull request in the JSON of a forge.
protocol PullRequestAnswer: Decodable {
  /// - Parameter draftPrefix: How the title of a draft begins; nil if drafts have another mark.
  func pullRequest(draftPrefix: String?) -> ForgePullRequest

  /// Whether it merges the branch `head` of the repository itself, not of a fork, into `base`.
  func merges(_ head: String, into base: String) -> Bool
}

extension PullRequestClient {
  var location: ForgeProject { session.location }
  var attempts: RetryAttempts { session.attempts }

  func pullRequests(from head: String, into base: String) -> ForgeResult<[ForgePullRequest]> {
    session.pages { page in
      session.perform(Request.pullRequests(repository, head: head, base: base, page: page)) {
        response throws(Failure) in
        let found = try response.decoded(as: [Request.PullRequest].self, from: session.name)
        return (
          found.filter { $0.merges(head, into: base) }.map { $0.pullRequest(draftPrefix: forge.draftPrefix) },
          response.hasNextPage
        )
      }
    }
  }

  func open(_ text: PullRequestText) -> ForgeResult<ForgePullRequest> {
    pullRequest(.openPullRequest(repository, marked(text)))
  }

  func update(_ pullRequest: ForgePullRequest, to text: PullRequestText) -> ForgeResult<ForgePullRequest> {
    let text = PullRequestText(
      head: text.head, base: text.base, title: text.title, body: text.body, isDraft: pullRequest.isDraft)
    return self.pullRequest(.updatePullRequest(repository, number: pullRequest.number, marked(text)))
  }

  func add(labels: [String], to pullRequest: ForgePullRequest) -> ForgeResult<Void> {
    session.perform(Request.addLabels(repository, number: pullRequest.number, labels)) { _ in }
  }

  func close(_ pullRequest: ForgePullRequest) -> ForgeResult<Void> {
    session.perform(Request.closePullRequest(repository, number: pullRequest.number)) { _ in }
  }

  func publicDigest(of address: String) -> ForgeResult<ContentDigest> {
    session.publicDigest(of: address, to: nil)
  }

  /// The text with the mark of a draft in its title, where the forge has no other.
  private func marked(_ text: PullRequestText) -> PullRequestText {
    PullRequestText(
      head: text.head, base: text.base, title: (text.isDraft ? forge.draftPrefix ?? "" : "") + text.title,
      body: text.body, isDraft: text.isDraft)
  }

  private func pullRequest(_ request: Request) -> ForgeResult<ForgePullRequest> {
    session.perform(request) { response throws(Failure) in
      try response.decoded(as: Request.PullRequest.self, from: session.name).pullRequest(
        draftPrefix: forge.draftPrefix)
    }
  }
}
