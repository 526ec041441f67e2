import HTTP

@testable import Execution

extension GitLabRequest {
  /// An answer as GitLab sends it, with the keys that Martlet reads.
  var canned: HTTPResponse {
    switch self {
    case .project:
      HTTPResponse(
        status: 200,
        json: """
          {"path_with_namespace": "owner/name",
           "permissions": {"project_access": {"access_level": 40}, "group_access": null}}
          """)
    case .releases: HTTPResponse(status: 200, json: "[\(Self.release(tag: "1.0.0", links: []))]")
    case .release(_, let tag): HTTPResponse(status: 200, json: Self.release(tag: tag, links: ["tool.zip"]))
    case .latestRelease:
      HTTPResponse(
        status: 302,
        headers: [HTTPHeader("Location", "https://gitlab.com/api/v4/projects/owner%2Fname/releases/1.0.0")])
    case .createRelease(_, let text, let links):
      HTTPResponse(status: 201, json: Self.release(tag: text.tag, links: links.map(\.name)))
    case .updateRelease(_, let text): HTTPResponse(status: 200, json: Self.release(tag: text.tag, links: []))
    case .createLink(_, _, let link):
      HTTPResponse(status: 201, json: #"{"id": 9, "name": "\#(link.name)", "url": "\#(link.url)"}"#)
    case .packages(_, let package, _):
      HTTPResponse(status: 200, json: #"[{"id": 3, "name": "\#(package.name)", "version": "\#(package.version)"}]"#)
    case .packageFiles: HTTPResponse(status: 200, json: "[\(Self.file("old.zip", size: 4))]")
    case .upload(_, let asset, _): HTTPResponse(status: 201, json: Self.file(asset.name, size: asset.size))
    case .file: HTTPResponse(status: 200, body: Array("tool".utf8))
    case .deleteFile, .deletePackage: HTTPResponse(status: 204)
    case .pullRequests: HTTPResponse(status: 200, json: "[\(Self.mergeRequest(1, "Release 1.0.0"))]")
    case .openPullRequest(_, let text):
      HTTPResponse(status: 201, json: Self.mergeRequest(1, text.title))
    case .updatePullRequest(_, let number, let text):
      HTTPResponse(status: 200, json: Self.mergeRequest(number, text.title))
    case .closePullRequest(_, let number), .addLabels(_, let number, _):
      HTTPResponse(status: 200, json: Self.mergeRequest(number, "Release 1.0.0"))
    }
  }

  private static func mergeRequest(_ number: Int, _ title: String) -> String {
    """
    {"iid": \(number), "title": "\(title)", "description": null, "draft": \(title.hasPrefix("Draft: ")),
     "source_project_id": 1, "target_project_id": 1, "labels": ["release"],
     "web_url": "https://gitlab.com/owner/name/-/merge_requests/\(number)"}
    """
  }

  private static func release(tag: String, links: [String]) -> String {
    let list = links.map { name in
      """
      {"id": 1, "name": "\(name)", "url": "https://gitlab.com/owner/name/\(name)",
       "direct_asset_url": "https://gitlab.com/owner/name/-/releases/\(tag)/downloads/\(name)"}
      """
    }
    return """
      {"tag_name": "\(tag)", "name": "\(tag)", "description": "", "assets": {"links": [\(list.joined(separator: ","))]},
       "_links": {"self": "https://gitlab.com/owner/name/-/releases/\(tag)"}}
      """
  }

  private static func file(_ name: String, size: Int) -> String {
    #"{"id": 7, "package_id": 3, "file_name": "\#(name)", "size": \#(size), "file_sha256": null}"#
  }
}
