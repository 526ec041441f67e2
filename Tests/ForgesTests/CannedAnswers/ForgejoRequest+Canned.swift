import HTTP

@testable import Execution

extension GitHubRequest<ForgejoDialect> {
  /// An answer as Forgejo sends it, with the keys that Martlet reads.
  var canned: HTTPResponse {
    switch self {
    case .repository(let name):
      HTTPResponse(status: 200, json: #"{"full_name": "\#(name)", "permissions": {"push": true}}"#)
    case .releases: HTTPResponse(status: 200, json: "[\(Self.release(tag: "1.0.0", isDraft: false))]")
    case .release(_, let id): HTTPResponse(status: 200, json: Self.release(id: id, tag: "1.0.0", isDraft: true))
    case .releaseTagged(_, let tag): HTTPResponse(status: 200, json: Self.release(tag: tag, isDraft: false))
    case .latestRelease: HTTPResponse(status: 200, json: Self.release(tag: "1.0.0", isDraft: false))
    case .createDraft(_, let text): HTTPResponse(status: 201, json: Self.release(tag: text.tag, isDraft: true))
    case .update(_, let id, let text, let publishes):
      HTTPResponse(status: 200, json: Self.release(id: id, tag: text.tag, isDraft: !publishes))
    case .deleteRelease, .deleteAsset, .generateNotes, .assets: HTTPResponse(status: 204)
    case .upload(_, let asset, _): HTTPResponse(status: 201, json: Self.asset(asset.name, size: asset.size))
    case .downloadAsset: HTTPResponse(status: 200, body: Array("tool".utf8))
    case .pullRequests: HTTPResponse(status: 200, json: "[\(Self.pullRequest(1, "Release 1.0.0"))]")
    case .openPullRequest(_, let text):
      HTTPResponse(status: 201, json: Self.pullRequest(1, text.title))
    case .updatePullRequest(_, let number, let text):
      HTTPResponse(status: 201, json: Self.pullRequest(number, text.title))
    case .closePullRequest(_, let number): HTTPResponse(status: 201, json: Self.pullRequest(number, "Release 1.0.0"))
    case .addLabels: HTTPResponse(status: 200, json: #"[{"id": 1, "name": "release"}]"#)
    }
  }

  private static func pullRequest(_ number: Int, _ title: String) -> String {
    """
    {"number": \(number), "title": "\(title)", "body": "", "draft": \(title.hasPrefix("WIP: ")), "labels": [{"name": "release"}],
     "head": {"ref": "martlet/release", "repo_id": 1}, "base": {"ref": "main", "repo_id": 1},
     "html_url": "https://codeberg.org/owner/name/pulls/\(number)"}
    """
  }

  private static func release(id: String = "1", tag: String, isDraft: Bool) -> String {
    """
    {"id": \(id), "tag_name": "\(tag)", "name": "\(tag)", "body": "", "draft": \(isDraft), "prerelease": false,
     "html_url": "https://codeberg.org/owner/name/releases/tag/\(tag)", "assets": [\(asset("old.zip", size: 4))]}
    """
  }

  private static func asset(_ name: String, size: Int) -> String {
    """
    {"id": 7, "name": "\(name)", "size": \(size),
     "browser_download_url": "https://codeberg.org/owner/name/releases/download/1.0.0/\(name)"}
    """
  }
}
