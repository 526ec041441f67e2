import HTTP
import Lanes
import MartletCore

/// The requests to GitHub's REST API ("Releases", "Release assets", "Pulls" and "Labels", version 2022-11-28) that Martlet sends,
/// and those of forges with the same requests in a dialect.
enum GitHubRequest<Dialect: GitHubDialect>: PullRequestRequest {
  typealias PullRequest = GitHubPullRequest

  case repository(String)
  /// Stores nothing, and requires the permission to write contents.
  case generateNotes(String, tag: String, target: String?)
  case releases(String, page: Int)
  case release(String, id: String)
  case releaseTagged(String, tag: String)
  case latestRelease(String)
  case createDraft(String, ReleaseDescription)
  case update(String, id: String, ReleaseDescription, publishes: Bool)
  case deleteRelease(String, id: String)
  case assets(String, id: String, page: Int)
  case upload(String, AssetFile, to: ForgeRelease)
  case deleteAsset(String, release: String, id: String)
  case downloadAsset(String, ForgeAsset)
  case pullRequests(String, head: String, base: String, page: Int)
  case openPullRequest(String, PullRequestText)
  case updatePullRequest(String, number: Int, PullRequestText)
  case closePullRequest(String, number: Int)
  /// Creates labels that do not exist.
  case addLabels(String, number: Int, [String])

  var method: String {
    switch self {
    case .repository, .releases, .release, .releaseTagged, .latestRelease, .assets, .downloadAsset, .pullRequests: "GET"
    case .generateNotes, .createDraft, .upload, .openPullRequest, .addLabels: "POST"
    case .update, .updatePullRequest, .closePullRequest: "PATCH"
    case .deleteRelease, .deleteAsset: "DELETE"
    }
  }

  var target: ForgeTarget { Dialect.target(of: self) ?? standardTarget }

  private var standardTarget: ForgeTarget {
    switch self {
    case .repository(let name): .api("/repos/\(name)")
    case .generateNotes(let name, _, _): .api("/repos/\(name)/releases/generate-notes")
    case .releases(let name, let page):
      .api("/repos/\(name)/releases", query: Dialect.page(page))
    case .release(let name, let id), .update(let name, let id, _, _), .deleteRelease(let name, let id):
      .api("/repos/\(name)/releases/\(id.percentEncoded)")
    case .releaseTagged(let name, let tag): .api("/repos/\(name)/releases/tags/\(tag.percentEncoded)")
    case .latestRelease(let name): .api("/repos/\(name)/releases/latest")
    case .createDraft(let name, _): .api("/repos/\(name)/releases")
    case .assets(let name, let id, let page):
      .api("/repos/\(name)/releases/\(id.percentEncoded)/assets", query: Dialect.page(page))
    case .upload(_, let asset, let release):
      .address("\(release.uploadAddress ?? "")?name=\(asset.name.percentEncoded)")
    case .deleteAsset(let name, _, let id): .api("/repos/\(name)/releases/assets/\(id.percentEncoded)")
    case .downloadAsset(let name, let asset): .api("/repos/\(name)/releases/assets/\(asset.id.percentEncoded)")
    case .pullRequests(let name, let head, let base, let page):
      .api(
        "/repos/\(name)/pulls",
        query: [
          "state": "open", "head": "\(name.prefix { $0 != "/" }):\(head)", "base": base, "per_page": "100",
          "page": String(page),
        ])
    case .openPullRequest(let name, _): .api("/repos/\(name)/pulls")
    case .updatePullRequest(let name, let number, _), .closePullRequest(let name, let number):
      .api("/repos/\(name)/pulls/\(number)")
    case .addLabels(let name, let number, _): .api("/repos/\(name)/issues/\(number)/labels")
    }
  }

  var headers: [HTTPHeader] {
    if let headers = Dialect.headers(of: self) { return headers }
    return switch self {
    case .upload(_, let asset, _): Dialect.headers + [HTTPHeader("Content-Type", asset.contentType)]
    case .createDraft, .update, .generateNotes, .openPullRequest, .updatePullRequest, .closePullRequest, .addLabels:
      Dialect.headers + [.json]
    default: Dialect.headers
    }
  }

  var body: HTTPBody? { Dialect.body(of: self) ?? standardBody }

  private var standardBody: HTTPBody? {
    switch self {
    case .generateNotes(_, let tag, let target):
      // "Required if the supplied tag_name does not reference an existing tag" (GitHub's OpenAPI description).
      .json(["tag_name": tag].merging(target.map { ["target_commitish": $0] } ?? [:]) { $1 })
    case .createDraft(_, let text):
      .json(ReleaseBody(text, isDraft: true, isLatest: nil), keys: .convertToSnakeCase)
    case .update(_, _, let text, let publishes):
      // Without `tag_name`, GitHub removes the tag from the release (cli/cli, pkg/cmd/release/edit).
      .json(
        ReleaseBody(
          text, isDraft: !publishes,
          isLatest: publishes && Dialect.marksLatest ? (text.isLatest && !text.isPrerelease) : nil),
        keys: .convertToSnakeCase)
    case .upload(_, let asset, _): HTTPBody([.file(path: asset.path, size: asset.size)])
    case .openPullRequest(_, let text):
      .json(
        PullRequestBody(title: text.title, body: text.body, head: text.head, base: text.base, draft: text.isDraft))
    case .updatePullRequest(_, _, let text): .json(["title": text.title, "body": text.body])
    case .closePullRequest: .json(["state": "closed"])
    case .addLabels(_, _, let labels): .json(["labels": labels])
    default: nil
    }
  }

  var expected: Set<Int> {
    switch self {
    case .createDraft, .upload, .openPullRequest: [201]
    case .updatePullRequest, .closePullRequest: Dialect.updates
    case .deleteRelease, .deleteAsset: [204]
    default: [200]
    }
  }

  var transient: Set<Int> {
    // Seen for a moment after a release was created (goreleaser#3599).
    if case .upload = self { [404] } else { [] }
  }

  static func credentials(_ token: ForgeToken) -> HTTPCredentials { Dialect.credentials(token) }
  static func refusal(of answer: ForgeErrorAnswer) -> ForgeRefusal { Dialect.refusal(of: answer) }
}

/// The body of a release.
private struct ReleaseBody: Encodable {
  let tagName: String
  let name: String
  let body: String
  let draft: Bool
  let prerelease: Bool
  /// The string `true`, `false` or `legacy`.
  let makeLatest: String?
  let targetCommitish: String?

  init(_ text: ReleaseDescription, isDraft: Bool, isLatest: Bool?) {
    tagName = text.tag
    name = text.title
    body = text.notes
    draft = isDraft
    prerelease = text.isPrerelease
    makeLatest = isLatest.map { $0 ? "true" : "false" }
    targetCommitish = isDraft ? text.target : nil
  }
}

/// The body of a new pull request.
private struct PullRequestBody: Encodable {
  let title: String
  let body: String
  let head: String
  let base: String
  let draft: Bool
}
