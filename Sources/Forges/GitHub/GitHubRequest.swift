import HTTP

/// The requests to GitHub's REST API ("Releases" and "Release assets", version 2022-11-28) that Martlet sends.
enum GitHubRequest: ForgeRequest {
  case repository(String)
  /// Stores nothing, and requires the permission to write contents.
  case generateNotes(String, tag: String)
  case releases(String, page: Int)
  case release(String, id: String)
  case releaseTagged(String, tag: String)
  case latestRelease(String)
  case createDraft(String, ReleaseText)
  case update(String, id: String, ReleaseText, publishes: Bool)
  case deleteRelease(String, id: String)
  case assets(String, id: String, page: Int)
  /// To the release's upload address.
  case upload(AssetUpload, to: String)
  case deleteAsset(String, id: String)
  case downloadAsset(String, id: String)

  var method: String {
    switch self {
    case .repository, .releases, .release, .releaseTagged, .latestRelease, .assets, .downloadAsset: "GET"
    case .generateNotes, .createDraft, .upload: "POST"
    case .update: "PATCH"
    case .deleteRelease, .deleteAsset: "DELETE"
    }
  }

  var target: ForgeTarget {
    switch self {
    case .repository(let name): .api("/repos/\(name)")
    case .generateNotes(let name, _): .api("/repos/\(name)/releases/generate-notes")
    case .releases(let name, let page):
      .api("/repos/\(name)/releases", query: ["per_page": "100", "page": String(page)])
    case .release(let name, let id), .update(let name, let id, _, _), .deleteRelease(let name, let id):
      .api("/repos/\(name)/releases/\(id.percentEncoded)")
    case .releaseTagged(let name, let tag): .api("/repos/\(name)/releases/tags/\(tag.percentEncoded)")
    case .latestRelease(let name): .api("/repos/\(name)/releases/latest")
    case .createDraft(let name, _): .api("/repos/\(name)/releases")
    case .assets(let name, let id, let page):
      .api("/repos/\(name)/releases/\(id.percentEncoded)/assets", query: ["per_page": "100", "page": String(page)])
    case .upload(let asset, let address): .address("\(address)?name=\(asset.name.percentEncoded)")
    case .deleteAsset(let name, let id), .downloadAsset(let name, let id):
      .api("/repos/\(name)/releases/assets/\(id.percentEncoded)")
    }
  }

  var headers: [HTTPHeader] {
    let version = HTTPHeader("X-GitHub-Api-Version", "2022-11-28")
    return switch self {
    case .downloadAsset: [HTTPHeader("Accept", "application/octet-stream"), version]
    case .upload(let asset, _):
      [HTTPHeader("Accept", Self.json), version, HTTPHeader("Content-Type", asset.contentType)]
    case .createDraft, .update, .generateNotes: [HTTPHeader("Accept", Self.json), version, .json]
    default: [HTTPHeader("Accept", Self.json), version]
    }
  }

  private static let json = "application/vnd.github+json"

  var body: HTTPBody? {
    switch self {
    case .generateNotes(_, let tag): .json(["tag_name": tag])
    case .createDraft(_, let text): .json(ReleaseBody(text, isDraft: true, isLatest: nil))
    case .update(_, _, let text, let publishes):
      // Without `tag_name`, GitHub removes the tag from the release (cli/cli, pkg/cmd/release/edit).
      .json(
        ReleaseBody(
          text, isDraft: !publishes, isLatest: publishes ? (text.isLatest && !text.isPrerelease) : nil))
    case .upload(let asset, _): HTTPBody([.file(path: asset.path, size: asset.size)])
    default: nil
    }
  }

  var expected: Set<Int> {
    switch self {
    case .createDraft, .upload: [201]
    case .deleteRelease, .deleteAsset: [204]
    default: [200]
    }
  }

  var transient: Set<Int> {
    // Seen for a moment after a release was created (goreleaser#3599).
    if case .upload = self { [404] } else { [] }
  }

  static func credentials(_ token: ForgeToken) -> HTTPCredentials {
    HTTPCredentials("Authorization", "Bearer \(token.exposed)")
  }

  static func refusal(of answer: ForgeErrorAnswer) -> ForgeRefusal {
    if answer.mentions("already_exists") { return .taken }
    if answer.mentions("immutable release") { return .immutable }
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

  private struct ReleaseBody: Encodable {
    let tagName: String
    let name: String
    let body: String
    let draft: Bool
    let prerelease: Bool
    /// The string `true`, `false` or `legacy`.
    let makeLatest: String?

    init(_ text: ReleaseText, isDraft: Bool, isLatest: Bool?) {
      tagName = text.tag
      name = text.title
      body = text.notes
      draft = isDraft
      prerelease = text.isPrerelease
      makeLatest = isLatest.map { $0 ? "true" : "false" }
    }
  }
}

extension AssetUpload {
  /// The media type by file extension.
  var contentType: String {
    let types = [
      "zip": "application/zip", "gz": "application/gzip", "tgz": "application/gzip", "zst": "application/zstd",
      "xz": "application/x-xz", "json": "application/json", "txt": "text/plain", "pkg": "application/octet-stream",
    ]
    return name.split(separator: ".").last.flatMap { types[$0.lowercased()] } ?? "application/octet-stream"
  }
}
