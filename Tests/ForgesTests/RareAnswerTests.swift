import HTTP
import MartletCore
import TestSupport
import Testing

@testable import Execution

/// Answers that a forge seldom gives, and that the server of `Tests/ForgeServer` cannot give.
@Suite("An answer that a forge seldom gives")
struct RareAnswerTests {
  /// Answers each request by its address, and records it.
  private final class Transport: HTTPTransport, @unchecked Sendable {
    private let answer: (HTTPRequest) -> HTTPResponse
    private(set) var requests: [HTTPRequest] = []

    init(_ answer: @escaping (HTTPRequest) -> HTTPResponse) { self.answer = answer }

    func send(
      _ request: HTTPRequest, to sink: HTTPSink?, observer: any HTTPObserver
    ) throws(HTTPError) -> HTTPResponse {
      requests.append(request)
      return answer(request)
    }
  }

  private static let notFound = HTTPResponse(status: 404, json: #"{"message": "404 Not Found"}"#)

  private func client(
    _ kind: Forge, tokenKind: ForgeToken.Kind = .personal, _ transport: Transport
  ) throws -> any ForgeClient {
    let log = EventLog()
    let remote = kind == .github ? "https://github.com/owner/name" : "https://forge.example/owner/name"
    return try #require(ForgeProject(remote: remote, forge: kind)).client(
      token: ForgeToken("hush", kind: tokenKind), transport: transport, observer: log, waiter: log)
  }

  private func release(_ kind: Forge, assetAt address: String) -> ForgeAsset {
    ForgeAsset(id: "3:7", name: "tool.zip", size: 4, digest: nil, isComplete: true, address: address)
  }

  // MARK: GitHub

  /// A release with that many assets in it. Old servers list at most 30 of them there; the list of assets has all.
  private func gitHubRelease(assets count: Int, tag: String = "v1.5.0", isDraft: Bool = true) -> String {
    """
    {"id": 1, "tag_name": "\(tag)", "name": "", "body": "", "draft": \(isDraft), "prerelease": false, "html_url": "x",
     "upload_url": "https://uploads.github.com/x{?name}", "assets": \(gitHubAssets(0..<count))}
    """
  }

  private func gitHubAssets(_ numbers: Range<Int>) -> String {
    let assets = numbers.map { number in
      """
      {"id": \(number), "name": "\(number).zip", "state": "uploaded", "size": 1, "browser_download_url": "x"}
      """
    }
    return "[\(assets.joined(separator: ","))]"
  }

  @Test("with 30 assets of a release on GitHub is followed by the list of all assets", arguments: [(29, 1), (30, 2)])
  func manyAssets(_ count: Int, _ requestCount: Int) throws {
    let transport = Transport { request in
      HTTPResponse(
        status: 200,
        json: request.address.contains("/assets") ? gitHubAssets(0..<count + 5) : gitHubRelease(assets: count))
    }
    let release = try client(.github, transport).release(id: "1").get()
    #expect(release.assets.count == (count < 30 ? count : count + 5))
    #expect(transport.requests.count == requestCount)
  }

  @Test("with another tag than the one that was published may have published something")
  func otherTag() throws {
    for kind in [Forge.github, .forgejo] {
      let transport = Transport { _ in
        HTTPResponse(status: 200, json: gitHubRelease(assets: 0, tag: "v2.0.0", isDraft: false))
      }
      let draft = ForgeRelease(
        id: "1", tag: "v1.5.0", title: "", notes: "", isDraft: true, isPrerelease: false, page: "")
      guard case .maybeDone(let failure) = try client(kind, transport).publish(draft, as: ForgeFixture.text) else {
        Issue.record("another tag was published")
        continue
      }
      #expect(
        failure.firstMessage == """
          the answer of \(kind == .github ? "GitHub" : "Forgejo") does not fit the request: the release of `v2.0.0` is \
          public, expected a public one of `v1.5.0`
          """)
    }
  }

  // MARK: Assets elsewhere

  @Test(
    "with the address of an asset on another server gets no token there",
    arguments: [Forge.gitlab, .forgejo])
  func foreignAsset(_ kind: Forge) throws {
    for (address, hasToken) in [
      ("https://forge.example/owner/name/tool.zip", true), ("https://storage.example/tool.zip", false),
      ("https://forge.example.evil.example/tool.zip", false), ("http://forge.example/tool.zip", false),
    ] {
      let transport = Transport { _ in HTTPResponse(status: 200) }
      _ = try client(kind, transport).download(release(kind, assetAt: address), to: nil)
      #expect(transport.requests.map { $0.credentials != nil } == [hasToken], "\(address)")
    }
  }

  // MARK: GitLab

  @Test(
    "of GitLab with the role of the token: Developer, of the project or the group, may release",
    arguments: [
      (30, nil, true), (40, nil, true), (20, nil, false), (nil, 30, true), (20, 30, true), (30, 20, true),
      (nil, 29, false), (nil, nil, false),
    ] as [(Int?, Int?, Bool)])
  func role(_ project: Int?, _ group: Int?, _ mayWrite: Bool) throws {
    func access(_ level: Int?) -> String { level.map { #"{"access_level": \#($0)}"# } ?? "null" }
    let transport = Transport { _ in
      HTTPResponse(
        status: 200,
        json: """
          {"path_with_namespace": "owner/name",
           "permissions": {"project_access": \(access(project)), "group_access": \(access(group))}}
          """)
    }
    let result = try client(.gitlab, transport).checkWriteAccess()
    #expect(
      result.failure?.firstMessage == (mayWrite ? nil : "the token cannot write to `owner/name` on GitLab"))
  }

  @Test("of GitLab with packages of other versions, which its filter finds as well, has only the wanted one")
  func otherVersions() throws {
    // The filter `package_version` was added in GitLab 16.6; an older one ignores it (docs.gitlab.com/api/packages).
    let transport = Transport { request in
      guard request.address.contains("/packages?") else {
        let number = request.address.contains("/packages/2/") ? 2 : 1
        return HTTPResponse(
          status: 200,
          json: """
            [{"id": 7, "package_id": \(number), "file_name": "\(number).zip", "size": 4, "file_sha256": null}]
            """)
      }
      return HTTPResponse(
        status: 200,
        json: """
          [{"id": 1, "name": "name", "version": "v1.4.0"}, {"id": 2, "name": "name", "version": "v1.5.0"},
           {"id": 3, "name": "other", "version": "v1.5.0"}]
          """)
    }
    #expect(try client(.gitlab, transport).createDraft(ForgeFixture.text).get().assets.map(\.name) == ["2.zip"])
  }

  @Test("of GitLab with several files has the size and the digest of each")
  func filesOfPackage() throws {
    let digests = ["a": ContentDigest(of: [1]), "b": ContentDigest(of: [2])]
    let files = [("a", 1), ("b", 2)].map { name, size in
      GitLabFile(id: size, packageId: 3, fileName: name, size: size, fileSha256: digests[name]?.hex)
    }
    let links = ["b", "a", "c"].enumerated().map { number, name in
      GitLabRelease.Link(id: number, name: name, url: "https://x.example/\(name)", directAssetUrl: nil)
    }
    let release = GitLabRelease(
      tagName: "1.5.0", name: nil, description: nil, assets: GitLabRelease.Assets(links: links), _links: nil)
    let location = try #require(ForgeProject(remote: "https://gitlab.com/owner/name", forge: .gitlab))
    let assets = release.release(in: location, files: files).assets
    #expect(assets.map(\.id) == ["3:2", "3:1", "link:2"])
    #expect(assets.map(\.size) == [2, 1, nil])
    #expect(assets.map(\.digest) == [digests["b"], digests["a"], nil])
  }

  // MARK: Pull requests

  @Test("with pull requests from forks, whose branches have the same name, has only the own one")
  func forks() throws {
    let gitLab = Transport { _ in
      HTTPResponse(status: 200, json: "[\(mergeRequest(1, from: 5, to: 4)),\(mergeRequest(2, from: 4, to: 4))]")
    }
    #expect(try client(.gitlab, gitLab).pullRequests(from: "release", into: "main").get().map(\.number) == [2])
    let forgejo = Transport { _ in
      HTTPResponse(status: 200, json: "[\(pullRequest(1, from: 5, to: 4)),\(pullRequest(2, from: 4, to: 4))]")
    }
    #expect(try client(.forgejo, forgejo).pullRequests(from: "release", into: "main").get().map(\.number) == [2])
  }

  private func mergeRequest(_ number: Int, from source: Int, to target: Int) -> String {
    """
    {"iid": \(number), "title": "Release", "description": "", "draft": false, "labels": [],
     "source_project_id": \(source), "target_project_id": \(target), "web_url": "x"}
    """
  }

  private func pullRequest(_ number: Int, from source: Int, to target: Int) -> String {
    """
    {"number": \(number), "title": "Release", "body": "", "draft": false, "labels": [], "html_url": "x",
     "head": {"ref": "release", "repo_id": \(source)}, "base": {"ref": "main", "repo_id": \(target)}}
    """
  }
}
