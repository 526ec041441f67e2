import HTTP
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

/// Answers each request with its canned answer, without a network.
private final class CannedTransport: HTTPTransport, @unchecked Sendable {
  private var answers: [HTTPResponse]
  private(set) var requests: [HTTPRequest] = []

  init(_ answers: [HTTPResponse]) { self.answers = answers }

  func send(
    _ request: HTTPRequest, to sink: HTTPSink?, observer: any HTTPObserver
  ) throws(HTTPError) -> HTTPResponse {
    requests.append(request)
    guard !answers.isEmpty else { throw .failed(server: "canned", reason: "there is no further answer") }
    return answers.removeFirst()
  }
}

@Suite("A request to a forge")
struct CannedAnswerTests {
  private static let text = ReleaseDescription(
    tag: "v1.5.0", title: "1.5.0", notes: "Notes", isPrerelease: false, isLatest: true)
  private typealias GitHub = GitHubRequest<GitHubStandard>
  private typealias Forgejo = GitHubRequest<ForgejoDialect>

  private static let draft = ForgeRelease(
    id: "1", tag: "v1", title: "", notes: "", isDraft: true, isPrerelease: false, page: "")
  private static let asset = AssetFile(name: "tool.zip", path: "/x", size: 4)

  @Test("is a value: method, address, header of the token, body")
  func request() throws {
    let transport = CannedTransport([GitHub.createDraft("owner/name", Self.text).canned])
    let client = try client(.github, "https://github.com/owner/name", transport)
    let release = try client.createDraft(Self.text).get()
    #expect(release.tag == "v1.5.0" && release.isDraft)
    let request = try #require(transport.requests.first)
    #expect(request.method == "POST")
    #expect(request.address == "https://api.github.com/repos/owner/name/releases")
    #expect(request.credentials == HTTPCredentials("Authorization", "Bearer hush"))
    #expect(
      request.headers == [
        HTTPHeader("Accept", "application/vnd.github+json"), HTTPHeader("X-GitHub-Api-Version", "2022-11-28"),
        HTTPHeader("Content-Type", "application/json"),
      ])
    #expect(
      body(of: request)
        == #"{"body":"Notes","draft":true,"name":"1.5.0","prerelease":false,"tag_name":"v1.5.0"}"#)
  }

  @Test("that creates a draft names the branch at which a user's publishing creates the tag")
  func target() throws {
    var text = Self.text
    text.target = "next"
    let transport = CannedTransport([GitHub.createDraft("owner/name", text).canned])
    _ = try client(.github, "https://github.com/owner/name", transport).createDraft(text).get()
    #expect(
      transport.requests.first.map(body) ?? ""
        == #"{"body":"Notes","draft":true,"name":"1.5.0","prerelease":false,"tag_name":"v1.5.0","target_commitish":"next"}"#
    )
  }

  @Test("that publishes on GitHub sends the tag, and `make_latest` as a string")
  func publish() throws {
    let canned = GitHub.update("owner/name", id: "1", Self.text, publishes: true).canned
    let transport = CannedTransport([canned])
    let client = try client(.github, "https://github.com/owner/name", transport)
    let draft = ForgeRelease(id: "1", tag: "v1.5.0", title: "", notes: "", isDraft: true, isPrerelease: false, page: "")
    #expect(try client.publish(draft, as: Self.text).get().isDraft == false)
    #expect(
      transport.requests.first.map(body) ?? ""
        == #"{"body":"Notes","draft":false,"make_latest":"true","name":"1.5.0","prerelease":false,"tag_name":"v1.5.0"}"#
    )
  }

  @Test(
    "that publishes a pre-release, or an old line, on GitHub does not make it the latest", arguments: [true, false])
  func notLatest(_ isPrerelease: Bool) throws {
    let text = ReleaseDescription(
      tag: "v1.5.0", title: "", notes: "", isPrerelease: isPrerelease, isLatest: isPrerelease)
    let transport = CannedTransport([GitHub.update("owner/name", id: "1", text, publishes: true).canned])
    let draft = ForgeRelease(id: "1", tag: "v1.5.0", title: "", notes: "", isDraft: true, isPrerelease: false, page: "")
    _ = try client(.github, "https://github.com/owner/name", transport).publish(draft, as: text).get()
    #expect(transport.requests.first.map(body)?.contains(#""make_latest":"false""#) == true)
  }

  @Test("that changes something may have been performed if its answer does not fit")
  func contradictoryCreation() throws {
    let created = HTTPResponse(status: 201, headers: [], body: GitHub.latestRelease("x").canned.body)
    let transport = CannedTransport([created])
    let result = try client(.github, "https://github.com/owner/name", transport).createDraft(Self.text)
    guard case .maybeDone(let failure) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(failure.code == .unreadableAnswer)
  }

  @Test("sends no token to an upload address outside GitHub")
  func foreignUpload() throws {
    let transport = CannedTransport([])
    let client = try client(.github, "https://github.com/owner/name", transport)
    for address in [
      "https://uploads.github.com.evil.example/x", "https://evil.example/", "http://uploads.github.com/x",
    ] {
      let draft = ForgeRelease(
        id: "1", tag: "v1", title: "", notes: "", isDraft: true, isPrerelease: false, page: "", uploadAddress: address)
      #expect(
        client.upload(Self.asset, to: draft).failure?.firstMessage
          == "the answer of GitHub does not fit the request: `\(address)` is not an address of GitHub for uploads")
    }
    #expect(transport.requests.isEmpty)
  }

  @Test("has an answer that is decoded, for each forge", arguments: Forge.all)
  func decoding(_ kind: Forge) throws {
    let files = GitLabRequest.packageFiles("x", package: 3, page: 1).canned
    let packages = GitLabRequest.packages(
      "x", GitLabPackageName(of: "v1.5.0", in: try location(kind)), page: 1
    ).canned
    let answers: [HTTPResponse] =
      switch kind.interface {
      case .gitHub:
        [
          GitHub.releases("x", page: 1).canned, GitHub.releaseTagged("x", tag: "v1.5.0").canned,
          GitHub.upload("x", Self.asset, to: Self.draft).canned, GitHub.deleteAsset("x", release: "1", id: "7").canned,
        ]
      case .gitLab:
        [
          GitLabRequest.releases("x", page: 1).canned, GitLabRequest.release("x", tag: "v1.5.0").canned, packages,
          files, packages, files,
          GitLabRequest.upload("x", Self.asset, GitLabPackageName(of: "v", in: try location(kind))).canned,
          GitLabRequest.deleteFile("x", package: 3, file: 7).canned,
        ]
      case .forgejo:
        [
          Forgejo.releases("x", page: 1).canned, Forgejo.releaseTagged("x", tag: "v1.5.0").canned,
          Forgejo.release("x", id: "1").canned, Forgejo.upload("x", Self.asset, to: Self.draft).canned,
          Forgejo.deleteAsset("x", release: "1", id: "7").canned,
        ]
      }
    let transport = CannedTransport(answers)
    let client = try client(kind, try location(kind).server + "/owner/name", transport)
    #expect(try client.releases().get().map(\.tag) == ["1.0.0"])
    let release = try client.release(tagged: "v1.5.0").get()
    #expect(release.tag == "v1.5.0")
    let draft = ForgeRelease(
      id: "1", tag: "v1.5.0", title: "", notes: "", isDraft: true, isPrerelease: false, page: "",
      uploadAddress: "https://uploads.github.com/repos/x/releases/1/assets")
    let asset = try client.upload(Self.asset, to: draft).get()
    #expect(asset.name == "tool.zip" && asset.size == 4 && asset.isComplete)
    try client.delete(asset, of: draft).get()
  }

  @Test("fails if the answer contradicts it")
  func contradictions() throws {
    let published = GitHub.latestRelease("x").canned
    #expect(
      try message(published) { $0.release(tagged: "v1.5.0") } == """
        the answer of GitHub does not fit the request: the release has the tag `1.0.0`, expected `v1.5.0`
        """)
    #expect(
      try message(published) { $0.release(id: "9") } == """
        the answer of GitHub does not fit the request: the release has the number 1, expected 9
        """)
    let created = HTTPResponse(status: 201, headers: [], body: published.body)
    #expect(
      try message(created) { $0.createDraft(Self.text) } == """
        the answer of GitHub does not fit the request: the release is public, expected a draft
        """)
    #expect(
      try message(HTTPResponse(status: 200, json: "{}")) { $0.latestRelease() } == """
        the answer of GitHub lacks values that belong to it, status 200
        """)
    #expect(
      try message(HTTPResponse(status: 200, json: "<html>")) { $0.latestRelease() } == """
        the answer of GitHub is not JSON, status 200
        """)
    let digest = String(decoding: published.body, as: UTF8.self).replacing(/sha256:[0-9a-f]+/, with: "sha256:12")
    #expect(
      try message(HTTPResponse(status: 200, json: digest)) { $0.latestRelease() } == """
        the answer of GitHub does not fit the request: `sha256:12` is not a SHA-256 digest
        """)
  }

  private func message(
    _ answer: HTTPResponse, _ call: (any ForgeClient) -> ForgeResult<ForgeRelease>
  ) throws -> String? {
    call(try client(.github, "https://github.com/owner/name", CannedTransport([answer]))).failure?.firstMessage
  }

  private func location(_ kind: Forge) throws -> ForgeProject {
    try #require(ForgeProject(remote: "https://forge.example/owner/name", forge: kind))
  }

  private func client(
    _ kind: Forge, _ remote: String, _ transport: CannedTransport
  ) throws -> any ForgeClient {
    let location =
      kind == .github
      ? ForgeProject(remote: "https://github.com/owner/name") : ForgeProject(remote: remote, forge: kind)
    let log = EventLog()
    return try #require(location).client(
      token: ForgeToken("hush"), transport: transport, observer: log, waiter: log)
  }

  private func body(of request: HTTPRequest) -> String {
    let bytes = request.body?.parts.flatMap { part -> [UInt8] in
      if case .bytes(let bytes) = part { bytes } else { [] }
    }
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
