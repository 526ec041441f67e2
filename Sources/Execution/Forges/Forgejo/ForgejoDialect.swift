import HTTP
import MartletCore

/// The API of Forgejo and Gitea (`/api/v1`).
///
/// Its lists of pull requests cannot select branches. Labels are added by their names, which older servers do not accept, and only if
/// they exist.
enum ForgejoDialect: GitHubDialect {
  static var marksLatest: Bool { false }
  static var updates: Set<Int> { [200, 201] }
  static var headers: [HTTPHeader] { [HTTPHeader("Accept", "application/json")] }

  static func page(_ number: Int) -> [String: String] { ["limit": "50", "page": String(number)] }

  static func target(of request: GitHubRequest<Self>) -> ForgeTarget? {
    switch request {
    case .upload(let name, let asset, let release):
      .api("/repos/\(name)/releases/\(release.id.percentEncoded)/assets", query: ["name": asset.name])
    case .deleteAsset(let name, let release, let id):
      .api("/repos/\(name)/releases/\(release.percentEncoded)/assets/\(id.percentEncoded)")
    case .downloadAsset(_, let asset): .address(asset.address)
    case .pullRequests(let name, _, _, let page):
      .api("/repos/\(name)/pulls", query: Self.page(page).merging(["state": "open"]) { $1 })
    default: nil
    }
  }

  static func headers(of request: GitHubRequest<Self>) -> [HTTPHeader]? {
    switch request {
    case .downloadAsset: []
    case .upload: headers + [.multipart]
    default: nil
    }
  }

  static func body(of request: GitHubRequest<Self>) -> HTTPBody? {
    switch request {
    // Only newer servers accept raw bytes.
    case .upload(_, let asset, _):
      .multipart(
        file: .file(path: asset.path, size: asset.size), as: "attachment",
        named: asset.name.percentEncoded(keeping: " +@"), headers: [HTTPHeader("Content-Type", asset.contentType)])
    case .openPullRequest(_, let text):
      .json(["head": text.head, "base": text.base, "body": text.body, "title": text.title])
    default: nil
    }
  }

  static func credentials(_ token: ForgeToken) -> HTTPCredentials {
    HTTPCredentials("Authorization", "token \(token.exposed)")
  }

  static func refusal(of answer: ForgeErrorAnswer) -> ForgeRefusal {
    if answer.mentions("protected tag") || answer.mentions("tag is protected") { return .tagProtected }
    return switch answer.status {
    case 401, 403: .credentials
    case 404: .notFound
    case 409: .taken
    // `MustNotBeArchived` in routers/api/v1/permissions.
    case 423: .archived
    default: .other
    }
  }
}
