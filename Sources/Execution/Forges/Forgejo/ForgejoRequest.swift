import HTTP
import Lanes

/// The requests to the API of Forgejo and Gitea (`/api/v1`) that Martlet sends.
enum ForgejoRequest: GitHubLikeRequest {
  typealias Release = ForgejoRelease
  typealias PullRequest = ForgejoPullRequest

  case repository(String)
  case releases(String, page: Int)
  case release(String, id: String)
  case releaseTagged(String, tag: String)
  case latestRelease(String)
  case createDraft(String, ReleaseDescription)
  case update(String, id: String, ReleaseDescription, publishes: Bool)
  case deleteRelease(String, id: String)
  case upload(String, AssetUpload, id: String)
  case deleteAsset(String, release: String, id: String)
  /// From the asset's address.
  case download(String)
  /// All open ones: the API cannot select branches.
  case pullRequests(String, head: String, base: String, page: Int)
  case openPullRequest(String, PullRequestText)
  case updatePullRequest(String, number: Int, PullRequestText)
  case closePullRequest(String, number: Int)
  /// By their names, which older servers do not accept. Only labels that exist are added.
  case addLabels(String, number: Int, [String])

  var method: String {
    switch self {
    case .repository, .releases, .release, .releaseTagged, .latestRelease, .download, .pullRequests: "GET"
    case .createDraft, .upload, .openPullRequest, .addLabels: "POST"
    case .update, .updatePullRequest, .closePullRequest: "PATCH"
    case .deleteRelease, .deleteAsset: "DELETE"
    }
  }

  var target: ForgeTarget {
    switch self {
    case .repository(let name): .api("/repos/\(name)")
    case .releases(let name, let page):
      .api("/repos/\(name)/releases", query: ["limit": "50", "page": String(page)])
    case .release(let name, let id), .update(let name, let id, _, _), .deleteRelease(let name, let id):
      .api("/repos/\(name)/releases/\(id.percentEncoded)")
    case .releaseTagged(let name, let tag): .api("/repos/\(name)/releases/tags/\(tag.percentEncoded)")
    case .latestRelease(let name): .api("/repos/\(name)/releases/latest")
    case .createDraft(let name, _): .api("/repos/\(name)/releases")
    case .upload(let name, let asset, let id):
      .api("/repos/\(name)/releases/\(id.percentEncoded)/assets", query: ["name": asset.name])
    case .deleteAsset(let name, let release, let id):
      .api("/repos/\(name)/releases/\(release.percentEncoded)/assets/\(id.percentEncoded)")
    case .download(let address): .address(address)
    case .pullRequests(let name, _, _, let page):
      .api("/repos/\(name)/pulls", query: ["state": "open", "limit": "50", "page": String(page)])
    case .openPullRequest(let name, _): .api("/repos/\(name)/pulls")
    case .updatePullRequest(let name, let number, _), .closePullRequest(let name, let number):
      .api("/repos/\(name)/pulls/\(number)")
    case .addLabels(let name, let number, _): .api("/repos/\(name)/issues/\(number)/labels")
    }
  }

  var headers: [HTTPHeader] {
    let accept = HTTPHeader("Accept", "application/json")
    return switch self {
    case .download: []
    case .upload: [accept, .multipart]
    case .createDraft, .update, .openPullRequest, .updatePullRequest, .closePullRequest, .addLabels: [accept, .json]
    default: [accept]
    }
  }

  var body: HTTPBody? {
    switch self {
    case .createDraft(_, let text): .json(ReleaseBody(text, isDraft: true), keys: .convertToSnakeCase)
    case .update(_, _, let text, let publishes):
      .json(ReleaseBody(text, isDraft: !publishes), keys: .convertToSnakeCase)
    // Only newer servers accept raw bytes.
    case .upload(_, let asset, _):
      .multipart(
        file: .file(path: asset.path, size: asset.size), as: "attachment",
        named: asset.name.percentEncoded(keeping: " +@"), headers: [HTTPHeader("Content-Type", asset.contentType)])
    case .openPullRequest(_, let text):
      .json([
        "head": text.head, "base": text.base, "body": text.body, "title": DraftPrefix.forgejo.title(of: text),
      ])
    case .updatePullRequest(_, _, let text):
      .json(["title": DraftPrefix.forgejo.title(of: text), "body": text.body])
    case .closePullRequest: .json(["state": "closed"])
    case .addLabels(_, _, let labels): .json(["labels": labels])
    default: nil
    }
  }

  var expected: Set<Int> {
    switch self {
    case .createDraft, .upload, .openPullRequest: [201]
    case .updatePullRequest, .closePullRequest: [200, 201]
    case .deleteRelease, .deleteAsset: [204]
    default: [200]
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
    default: .other
    }
  }

  private struct ReleaseBody: Encodable {
    let tagName: String
    let name: String
    let body: String
    let draft: Bool
    let prerelease: Bool

    init(_ text: ReleaseDescription, isDraft: Bool) {
      tagName = text.tag
      name = text.title
      body = text.notes
      draft = isDraft
      prerelease = text.isPrerelease
    }
  }
}
