import HTTP
import MartletCore

/// The differences between the forges with GitHub's requests. What is nil is as on GitHub.
protocol GitHubDialect: Sendable {
  static var marksLatest: Bool { get }
  /// The query for a page of a list.
  static func page(_ number: Int) -> [String: String]
  /// The headers of every request.
  static var headers: [HTTPHeader] { get }
  static func headers(of request: GitHubRequest<Self>) -> [HTTPHeader]?
  static func target(of request: GitHubRequest<Self>) -> ForgeTarget?
  static func body(of request: GitHubRequest<Self>) -> HTTPBody?
  /// The statuses after a change of a pull request.
  static var updates: Set<Int> { get }
  static func credentials(_ token: ForgeToken) -> HTTPCredentials
  static func refusal(of answer: ForgeErrorAnswer) -> ForgeRefusal
}

extension GitHubDialect {
  static func headers(of request: GitHubRequest<Self>) -> [HTTPHeader]? { nil }
  static func target(of request: GitHubRequest<Self>) -> ForgeTarget? { nil }
  static func body(of request: GitHubRequest<Self>) -> HTTPBody? { nil }
}

enum GitHubStandard: GitHubDialect {
  static var marksLatest: Bool { true }
  static var updates: Set<Int> { [200] }

  static func page(_ number: Int) -> [String: String] { ["per_page": "100", "page": String(number)] }

  static var headers: [HTTPHeader] { [HTTPHeader("Accept", "application/vnd.github+json"), version] }
  private static var version: HTTPHeader { HTTPHeader("X-GitHub-Api-Version", "2022-11-28") }

  static func headers(of request: GitHubRequest<Self>) -> [HTTPHeader]? {
    guard case .downloadAsset = request else { return nil }
    return [HTTPHeader("Accept", "application/octet-stream"), version]
  }

  static func credentials(_ token: ForgeToken) -> HTTPCredentials {
    HTTPCredentials("Authorization", "Bearer \(token.exposed)")
  }

  static func refusal(of answer: ForgeErrorAnswer) -> ForgeRefusal {
    if answer.mentions("already_exists") || answer.mentions("pull request already exists") { return .taken }
    if answer.mentions("not permitted to create or approve pull requests") { return .pullRequestsForbidden }
    if answer.mentions("immutable release") { return .immutable }
    if answer.mentions("was archived") { return .archived }
    if answer.mentions("rule violations") || answer.mentions("protected tag")
      || answer.mentions("creations being restricted")
    {
      return .tagProtected
    }
    return switch answer.status {
    case 401, 403: .credentials
    case 404: .notFound
    default: .other
    }
  }
}
