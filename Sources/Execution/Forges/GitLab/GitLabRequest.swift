import HTTP
import Lanes
import MartletCore

/// The requests to GitLab's API (`/api/v4`, "Releases", "Generic packages" and "Merge requests") that Martlet sends.
enum GitLabRequest: PullRequestRequest {
  typealias PullRequest = GitLabMergeRequest

  case project(String)
  case releases(String, page: Int)
  case release(String, tag: String)
  /// Answers with a redirect.
  case latestRelease(String)
  case createRelease(String, ReleaseDescription, links: [Link])
  case updateRelease(String, ReleaseDescription)
  case createLink(String, tag: String, Link)
  case packages(String, GitLabPackageName, page: Int)
  case packageFiles(String, package: Int, page: Int)
  case upload(String, AssetFile, GitLabPackageName)
  /// From the asset's address.
  case file(String)
  case deleteFile(String, package: Int, file: Int)
  case deletePackage(String, package: Int)
  case pullRequests(String, head: String, base: String, page: Int)
  case openPullRequest(String, PullRequestText)
  case updatePullRequest(String, number: Int, PullRequestText)
  case closePullRequest(String, number: Int)
  /// Creates labels that do not exist.
  case addLabels(String, number: Int, [String])

  /// A file of a release: GitLab keeps links to files.
  struct Link: Encodable, Hashable {
    let name: String
    let url: String
    /// The end of the permanent address, `…/-/releases/TAG/downloads/PATH`.
    let directAssetPath: String
    let linkType: String
  }

  var method: String {
    switch self {
    case .project, .releases, .release, .latestRelease, .packages, .packageFiles, .file, .pullRequests: "GET"
    case .createRelease, .createLink, .openPullRequest: "POST"
    case .upload, .updateRelease, .updatePullRequest, .closePullRequest, .addLabels: "PUT"
    case .deleteFile, .deletePackage: "DELETE"
    }
  }

  var target: ForgeTarget {
    switch self {
    case .project(let id): .api("/projects/\(id)")
    case .releases(let id, let page):
      .api("/projects/\(id)/releases", query: ["per_page": "100", "page": String(page)])
    case .release(let id, let tag): .api("/projects/\(id)/releases/\(tag.percentEncoded)")
    case .latestRelease(let id): .api("/projects/\(id)/releases/permalink/latest")
    case .createRelease(let id, _, _): .api("/projects/\(id)/releases")
    case .updateRelease(let id, let text): .api("/projects/\(id)/releases/\(text.tag.percentEncoded)")
    case .createLink(let id, let tag, _): .api("/projects/\(id)/releases/\(tag.percentEncoded)/assets/links")
    case .packages(let id, let package, let page):
      .api(
        "/projects/\(id)/packages",
        query: [
          "package_type": "generic", "package_name": package.name, "package_version": package.version,
          "per_page": "100", "page": String(page),
        ])
    case .packageFiles(let id, let package, let page):
      .api(
        "/projects/\(id)/packages/\(package)/package_files", query: ["per_page": "100", "page": String(page)])
    case .upload(let id, let asset, let package):
      .api(Self.path(id, package, asset.name), query: ["select": "package_file"])
    case .file(let address): .address(address)
    case .deleteFile(let id, let package, let file):
      .api("/projects/\(id)/packages/\(package)/package_files/\(file)")
    case .deletePackage(let id, let package): .api("/projects/\(id)/packages/\(package)")
    case .pullRequests(let id, let head, let base, let page):
      .api(
        "/projects/\(id)/merge_requests",
        query: [
          "state": "opened", "source_branch": head, "target_branch": base, "per_page": "100", "page": String(page),
        ])
    case .openPullRequest(let id, _): .api("/projects/\(id)/merge_requests")
    case .updatePullRequest(let id, let number, _), .closePullRequest(let id, let number),
      .addLabels(let id, let number, _):
      .api("/projects/\(id)/merge_requests/\(number)")
    }
  }

  static func path(_ id: String, _ package: GitLabPackageName, _ file: String) -> String {
    "/projects/\(id)/packages/generic/\(package.name.percentEncoded)/\(package.version.percentEncoded)"
      + "/\(file.percentEncoded)"
  }

  var headers: [HTTPHeader] {
    switch self {
    case .createRelease, .updateRelease, .createLink, .openPullRequest, .updatePullRequest, .closePullRequest,
      .addLabels:
      [.json]
    case .upload(_, let asset, _): [HTTPHeader("Content-Type", asset.contentType)]
    default: []
    }
  }

  var body: HTTPBody? {
    switch self {
    case .createRelease(_, let text, let links):
      .json(
        ReleaseBody(tagName: text.tag, name: text.title, description: text.notes, assets: .init(links: links)),
        keys: .convertToSnakeCase)
    case .updateRelease(_, let text): .json(["name": text.title, "description": text.notes])
    case .createLink(_, _, let link): .json(link, keys: .convertToSnakeCase)
    case .upload(_, let asset, _): HTTPBody([.file(path: asset.path, size: asset.size)])
    case .openPullRequest(_, let text):
      .json([
        "source_branch": text.head, "target_branch": text.base, "description": text.body,
        "title": text.title,
      ])
    case .updatePullRequest(_, _, let text):
      .json(["title": text.title, "description": text.body])
    case .closePullRequest: .json(["state_event": "close"])
    case .addLabels(_, _, let labels): .json(["add_labels": labels.joined(separator: ",")])
    default: nil
    }
  }

  var expected: Set<Int> {
    switch self {
    case .createRelease, .createLink, .openPullRequest: [201]
    case .upload: [200, 201]
    case .deleteFile, .deletePackage: [204]
    case .latestRelease: [200, 301, 302, 303, 307]
    default: [200]
    }
  }

  static func credentials(_ token: ForgeToken) -> HTTPCredentials {
    switch token.kind {
    case .personal: HTTPCredentials("PRIVATE-TOKEN", token.exposed)
    case .job: HTTPCredentials("JOB-TOKEN", token.exposed)
    }
  }

  static func refusal(of answer: ForgeErrorAnswer) -> ForgeRefusal {
    if answer.mentions("protected") { return .tagProtected }
    // `find_project!` in lib/api/helpers.rb.
    if answer.mentions("for moved projects") { return .moved }
    if answer.mentions("already been taken") || answer.mentions("already exists") { return .taken }
    return switch answer.status {
    case 401: .credentials
    case 403: .forbidden
    case 404: .notFound
    case 409: .taken
    default: .other
    }
  }

  private struct ReleaseBody: Encodable {
    let tagName: String
    let name: String
    let description: String
    let assets: Assets

    struct Assets: Encodable {
      let links: [Link]
    }
  }
}

/// The generic package that holds the files of a tag.
struct GitLabPackageName: Hashable {
  /// The last part of the project's path.
  let name: String
  /// The tag, with `-` for characters that a version of a package must not have (`generic_package_version_regex` in
  /// lib/gitlab/regex/packages.rb), such as `/` and `@`.
  let version: String

  init(of tag: String, in location: ForgeProject) {
    name = location.repository.split(separator: "/").last.map(String.init) ?? location.repository
    version = String(tag.map { $0.isASCII && ($0.isLetter || $0.isNumber || "_+.-".contains($0)) ? $0 : "-" })
  }
}
