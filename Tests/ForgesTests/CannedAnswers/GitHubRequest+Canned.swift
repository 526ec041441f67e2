import HTTP

@testable import Execution

extension GitHubRequest<GitHubStandard> {
  /// An answer as GitHub sends it, with the keys that Martlet reads.
  var canned: HTTPResponse {
    switch self {
    case .repository(let name):
      HTTPResponse(status: 200, json: #"{"full_name": "\#(name)", "permissions": {"push": true}}"#)
    case .generateNotes: HTTPResponse(status: 200, json: #"{"name": "1.0.0", "body": ""}"#)
    case .releases: HTTPResponse(status: 200, json: "[\(Self.release(tag: "1.0.0", isDraft: false))]")
    case .release(_, let id): HTTPResponse(status: 200, json: Self.release(id: id, tag: "1.0.0", isDraft: true))
    case .releaseTagged(_, let tag): HTTPResponse(status: 200, json: Self.release(tag: tag, isDraft: false))
    case .latestRelease: HTTPResponse(status: 200, json: Self.release(tag: "1.0.0", isDraft: false))
    case .createDraft(_, let text): HTTPResponse(status: 201, json: Self.release(tag: text.tag, isDraft: true))
    case .update(_, let id, let text, let publishes):
      HTTPResponse(status: 200, json: Self.release(id: id, tag: text.tag, isDraft: !publishes))
    case .deleteRelease, .deleteAsset: HTTPResponse(status: 204)
    case .assets: HTTPResponse(status: 200, json: "[\(Self.asset("tool.zip", size: 4))]")
    case .upload(_, let asset, _): HTTPResponse(status: 201, json: Self.asset(asset.name, size: asset.size))
    case .downloadAsset: HTTPResponse(status: 200, body: Array("tool".utf8))
    case .pullRequests: HTTPResponse(status: 200, json: "[\(Self.pullRequest(1, "Release 1.0.0", isDraft: false))]")
    case .openPullRequest(_, let text):
      HTTPResponse(status: 201, json: Self.pullRequest(1, text.title, isDraft: text.isDraft))
    case .updatePullRequest(_, let number, let text):
      HTTPResponse(status: 200, json: Self.pullRequest(number, text.title, isDraft: false))
    case .closePullRequest(_, let number):
      HTTPResponse(status: 200, json: Self.pullRequest(number, "Release 1.0.0", isDraft: false))
    case .addLabels: HTTPResponse(status: 200, json: #"[{"id": 1, "name": "release"}]"#)
    }
  }

  private static func pullRequest(_ number: Int, _ title: String, isDraft: Bool) -> String {
    """
    {"number": \(number), "title": "\(title)", "body": null, "draft": \(isDraft), "state": "open",
     "labels": [{"id": 1, "name": "release"}], "head": {"ref": "martlet/release"}, "base": {"ref": "main"},
     "html_url": "https://github.com/owner/name/pull/\(number)"}
    """
  }

  private static func release(id: String = "1", tag: String, isDraft: Bool) -> String {
    """
    {"id": \(id), "tag_name": "\(tag)", "name": "\(tag)", "body": "", "draft": \(isDraft), "prerelease": false,
     "immutable": false, "html_url": "https://github.com/owner/name/releases/tag/\(tag)",
     "upload_url": "https://uploads.github.com/repos/owner/name/releases/\(id)/assets{?name,label}",
     "assets": [\(asset("tool.zip", size: 4))]}
    """
  }

  /// The digest is that of `tool`.
  private static func asset(_ name: String, size: Int) -> String {
    """
    {"id": 7, "name": "\(name)", "state": "uploaded", "size": \(size),
     "digest": "sha256:7c9bbe5ec9b3fb774e8fa0f54247e93c34ddf8e5d16fe3073420de0ae81a262d",
     "browser_download_url": "https://github.com/owner/name/releases/download/1.0.0/\(name)"}
    """
  }
}

extension HTTPResponse {
  init(status: Int, json: String) {
    self.init(status: status, headers: [.json], body: Array(json.utf8))
  }
}
