import Execution
import HTTP
import Lanes
import MartletCore
import TestSupport
import Testing

/// A forge on this machine, a client for it, and two files to upload.
struct ForgeFixture {
  let server: ForgeServer
  let client: any ForgeClient
  let log: EventLog
  let folder: TemporaryFolder
  let kind: Forge

  static let text = ReleaseDescription(
    tag: "v1.5.0", title: "1.5.0", notes: "Fixed a bug.\n\n<!-- run 7 -->", isPrerelease: false, isLatest: true)

  init(
    _ kind: Forge, token: String? = "write-token", tokenKind: ForgeToken.Kind = .personal,
    repository: String = "owner/tool", server existing: ForgeServer? = nil
  ) throws {
    self.kind = kind
    server = try existing ?? ForgeServer()
    folder = try TemporaryFolder()
    log = EventLog()
    let location = try #require(ForgeProject(remote: server.remote(repository), forge: kind))
    client = location.client(
      token: token.map { ForgeToken($0, kind: tokenKind) },
      transport: try HTTPClient(userAgent: "martlet/1.2.3", stallLimit: 3), observer: log, waiter: log)
  }

  /// A file of `content`, ready to be uploaded.
  func asset(_ name: String, _ content: String) throws -> AssetFile {
    try folder.write(name, content)
    return AssetFile(
      name: name, path: "\(folder.path)/\(name)", size: content.utf8.count,
      digest: ContentDigest(of: Array(content.utf8)))
  }

  /// A draft with the assets `tool.zip` and `tool.txt`.
  func draftWithAssets() throws -> ForgeRelease {
    let draft = try client.createDraft(Self.text).get()
    for (name, content) in [("tool.zip", "zip"), ("tool.txt", "text")] {
      _ = try client.upload(asset(name, content), to: draft).get()
    }
    return try client.release(id: draft.id).get()
  }

  /// The requests since the last call, such as `POST /releases 201`, without the path of the repository.
  func requests() throws -> [String] {
    let lines = try server.requests().map { request in
      let path = request.path.replacing(/^\/api\/(v\d|uploads)\/(repos\/owner\/tool|projects\/owner%2Ftool)/, with: "")
      return "\(request.method) \(path.isEmpty ? "/" : path) \(request.status.map(String.init) ?? "lost")"
    }
    try server.forgetRequests()
    return lines
  }
}

/// Records events and waits, and returns from waits at once.
final class EventLog: ForgeObserver, RetryWaiter, @unchecked Sendable {
  private(set) var events: [ForgeEvent] = []

  func receive(_ event: ForgeEvent) { events.append(event) }
  var isCancelled: Bool { false }
  func wait(seconds: Int, observer: any HTTPObserver) -> Bool { true }

  /// Such as `30 s: rate limit, status 403`.
  var waits: [String] {
    events.compactMap { if case .waiting(let seconds, let reason) = $0 { "\(seconds) s: \(reason)" } else { nil } }
  }
}

extension ForgeFixture {
  /// A client for a location that is not the test server.
  static func client(of location: ForgeProject, _ log: EventLog) throws -> any ForgeClient {
    location.client(
      token: ForgeToken("write-token"), transport: try HTTPClient(userAgent: "martlet/1.2.3"), observer: log,
      waiter: log)
  }
}
