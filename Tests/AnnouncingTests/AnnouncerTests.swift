import Announcing
import Foundation
import HTTP
import Lanes
import Testing
import TextEditing

@testable import TestSupport

/// A local test server for announcements.
private final class AnnouncementServers: HTTPObserver, RetryWaiter, @unchecked Sendable {
  /// A Python with the packages that `scripts/announcing` installs.
  static let python = ProcessInfo.processInfo.environment["MARTLET_ANNOUNCING_PYTHON"]

  let folder: TemporaryFolder
  private let server: LoopbackServer
  /// Without a scheme, such as `127.0.0.1:4711`.
  let host: String
  private(set) var waits: [String] = []

  /// Starts one of the programs in `Tests/AnnouncementServers`.
  init(_ name: String, python: String?, sign: String = "port ") throws {
    folder = try TemporaryFolder()
    let script = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("AnnouncementServers/\(name).py").path
    server = try LoopbackServer(
      python ?? LoopbackServer.path(of: "python3") ?? "python3", ["-B", script, "\(folder.path)/log"],
      environment: ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? ""], sign: sign)
    let port = try #require(server.greeting.matches(of: /(?:port |127\.0\.0\.1:)(\d+)/).last?.output.1)
    host = "127.0.0.1:\(port)"
  }

  func announcer() throws -> Announcer {
    let client = try HTTPClient(userAgent: "martlet/1.2.3", stallLimit: 5)
    return Announcer(http: HTTPSession(client, waiter: self), mail: client, observer: self)
  }

  /// The requests that the server recorded.
  var log: [String] { (folder.read("log") ?? "").split(separator: "\n").map(String.init) }

  func didSend(_ count: Int, of total: Int) {}
  func willWait(seconds: Int, reason: String) { waits.append("\(seconds) s: \(reason)") }
  var isCancelled: Bool { false }
  func wait(seconds: Int, observer: any HTTPObserver) -> Bool { true }
}

@Suite("An announcement to a webhook", .enabled(if: ForgeServer.obstacle == nil))
struct WebhookAnnouncementTests {
  private let server: AnnouncementServers

  private func announcement(on channel: AnnouncementChannel) -> Announcement {
    Announcement(on: channel, title: "Tool 1.5", text: "New: undo\n\nhttps://a.example")
  }

  init() throws { server = try AnnouncementServers("receiver", python: nil) }

  @Test("arrives once, even after a rate limit")
  func sent() throws {
    #expect(try post("/hook") == .sent(address: nil))
    #expect(try post("/limited") == .sent(address: nil))
    #expect(
      server.log.map { $0.replacing(#""body": {"text": "New: undo\n\nhttps://a.example"}"#, with: "BODY") } == [
        #"{"method": "POST", "path": "/hook", BODY}"#, #"{"method": "POST", "path": "/limited", BODY}"#,
        #"{"method": "POST", "path": "/limited", BODY}"#,
      ])
    #expect(server.waits == ["7 s: rate limit, status 429"])
  }

  @Test("is not sent again if its answer is lost", arguments: ["/lost", "/status/502"])
  func lost(_ path: String) throws {
    guard case .maybeSent(let failure) = try post(path) else {
      Issue.record("there was no answer")
      return
    }
    #expect(failure.firstMessage == "the announcement may have been sent: the answer of the webhook was lost")
    #expect(failure.code == .answerLost)
    #expect(server.log.count == 1)
  }

  @Test("fails without printing the address, which is secret")
  func refused() throws {
    let refused = try post("/status/404")
    #expect(
      refused
        == .refused(Failure("the webhook refused the announcement", notes: ["status 404: ok"], code: .requestRefused)))
    let announcer = try server.announcer()
    for address in ["http://hooks.example/secret", "secret", nil] {
      let result = announcer.post(announcement(on: .webhook(.slack)), secret: address, key: "1")
      guard case .refused(let failure) = result else {
        Issue.record("\(result)")
        continue
      }
      #expect(failure.firstMessage == "the address of the webhook is missing or is not a valid `https` address")
      #expect(!"\(failure)".contains("secret"))
    }
  }

  @Test("to Matrix is repeated with the same id if its answer is lost")
  func matrix() throws {
    let channel = AnnouncementChannel.matrix(server: "http://\(server.host)", room: "!r:a.example")
    let result = try server.announcer().post(announcement(on: channel), secret: "token", key: "run 7")
    #expect(result == .sent(address: "https://matrix.to/#/%21r%3Aa.example/%241"))
    #expect(
      server.log == [
        #"{"method": "PUT", "path": "/_matrix/client/v3/rooms/%21r%3Aa.example/send/m.room.message/run%207", "#
          + #""body": {"body": "New: undo\n\nhttps://a.example", "msgtype": "m.text"}}"#
      ])
    let lost = AnnouncementChannel.matrix(server: "http://\(server.host)/lost", room: "!r:a.example")
    guard case .maybeSent = try server.announcer().post(announcement(on: lost), secret: "token", key: "run 7")
    else {
      Issue.record("there was no answer")
      return
    }
    #expect(server.log.count == 3)
  }

  @Test(
    "reports what the service answers",
    arguments: [
      (
        401,
        Failure(
          "Mastodon does not accept the token or password",
          hint: "set the variable that `token_env` names to a valid one", notes: ["status 401: ok"], code: .credentials,
          exit: .credentials)
      ),
      (
        403,
        Failure(
          "the token for Mastodon may not post", hint: "create a token that may write posts and upload media",
          notes: ["status 403: ok"], code: .credentials, exit: .credentials)
      ),
      (422, Failure("Mastodon refused the announcement", notes: ["status 422: ok"], code: .requestRefused)),
    ])
  func errors(_ status: Int, _ failure: Failure) throws {
    let channel = AnnouncementChannel.mastodon(
      server: "http://\(server.host)/status/\(status)", visibility: "public", language: nil)
    let result = try server.announcer().post(announcement(on: channel), secret: "token", key: "run 7")
    #expect(result == .refused(failure))
  }

  @Test("is not sent to a server that is not reachable, or that requires a long wait")
  func notSent() throws {
    guard
      case .refused(let unreachable) = try server.announcer().post(
        announcement(on: .webhook(.slack)), secret: "http://127.0.0.1:1/hook", key: "run 7")
    else {
      Issue.record("there is no server")
      return
    }
    #expect(unreachable.firstMessage == "cannot connect to `127.0.0.1`")
    #expect(unreachable.code == .unreachable)
    #expect(
      try post("/busy")
        == .limited(
          seconds: 3600,
          Failure(
            "the webhook accepts no further announcements for 3600 seconds", hint: "run `martlet resume` after that",
            notes: ["status 429"], code: .rateLimit)))
  }

  private func post(_ path: String) throws -> AnnouncementResult {
    try server.announcer().post(
      announcement(on: .webhook(.slack)), secret: "http://\(server.host)\(path)", key: "run 7")
  }
}

/// `scripts/announcing` installs the servers.
@Suite(
  "An announcement to a real server",
  .enabled(if: ProcessInfo.processInfo.environment["MARTLET_ANNOUNCING_PYTHON"] != nil))
struct RealAnnouncementTests {
  private static let png: [UInt8] = [
    0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 0x0D, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 6,
    0, 0, 0, 0x1F, 0x15, 0xC4, 0x89, 0, 0, 0, 0x0D, 0x49, 0x44, 0x41, 0x54, 0x78, 0x9C, 0x63, 0xF8, 0xCF, 0xC0, 0xF0,
    0x1F, 0, 5, 0, 1, 0xFF, 0x89, 0x99, 0x3D, 0x1D, 0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0xAE, 0x42, 0x60, 0x82,
  ]

  @Test("to Micropub is a post or a draft, with pictures that are uploaded first")
  func micropub() throws {
    let server = try AnnouncementServers("micropub", python: AnnouncementServers.python)
    let endpoint = "http://\(server.host)/micropub/"
    let announcer = try server.announcer()
    let picture = try picture(in: server.folder)
    for (isDraft, number) in [(false, 1), (true, 2)] {
      let announcement = Announcement(
        on: .micropub(endpoint: endpoint, isDraft: isDraft), title: "Tool 1.5", text: "New: undo\n\nhttps://a.example",
        categories: ["swift"], pictures: [picture])
      if number == 1 { #expect(announcer.find(announcement, secret: "create-token") == .missing) }
      let address = "http://\(server.host)/entries/\(number)/"
      #expect(announcer.post(announcement, secret: "create-token", key: "1") == .sent(address: address))
      guard case .found = announcer.find(announcement, secret: "create-token") else {
        Issue.record("the post is not in the list")
        continue
      }
    }
    let source = try read("\(endpoint)?q=source", token: "create-token")
    #expect(source.matches(of: /"content": \["New: undo\\n\\nhttps:\/\/a\.example"\]/).count == 2, "\(source)")
    #expect(source.matches(of: /"name": \["Tool 1\.5"\]/).count == 2, "\(source)")
    #expect(source.matches(of: /"category": \["swift"\]/).count == 2, "\(source)")
    #expect(source.matches(of: /"photo": \["http:\/\/127\.0\.0\.1:\d+\/media\//).count == 2, "\(source)")
    #expect(source.matches(of: /"post-status": \["draft"\]/).count == 1, "\(source)")
    for (token, words) in [
      ("other", "Micropub does not accept the token or password"),
      ("update-token", "the token for Micropub may not post"),
    ] {
      let announcement = Announcement(on: .micropub(endpoint: endpoint, isDraft: false), title: "a", text: "b")
      guard case .refused(let failure) = announcer.post(announcement, secret: token, key: "1") else {
        Issue.record("\(token) may not post")
        continue
      }
      #expect(failure.firstMessage == words, "\(failure)")
      #expect(failure.exit == .credentials)
    }
  }

  @Test("to Mastodon is one status, even if it is sent twice with the same key")
  func mastodon() throws {
    let server = try AnnouncementServers("mastodon", python: AnnouncementServers.python, sign: "Uvicorn running on")
    let channel = AnnouncementChannel.mastodon(
      server: "http://\(server.host)", visibility: "public", language: "en")
    func announcement(_ pictures: [AnnouncementPicture]) -> Announcement {
      Announcement(
        on: channel, title: "Tool 1.5", text: "New: undo\n\nhttps://a.example/release\n#swift", pictures: pictures)
    }
    let announcer = try server.announcer()
    let first = announcer.post(announcement([try picture(in: server.folder)]), secret: "mock_token", key: "run 7")
    guard case .sent(let address?) = first else {
      Issue.record("\(first)")
      return
    }
    #expect(address.contains("/@testuser/"))
    #expect(announcer.post(announcement([]), secret: "mock_token", key: "run 7") == first)
    let timeline = try read("http://\(server.host)/api/v1/timelines/home", token: "mock_token")
    #expect(timeline.matches(of: /https:\/\/a\.example\/release/).count > 0)
    #expect(timeline.matches(of: /"reblogs_count"/).count == 1)
    #expect(timeline.contains("A picture"))
    guard case .refused(let failure) = announcer.post(announcement([]), secret: "other", key: "8") else {
      Issue.record("the token is wrong")
      return
    }
    #expect(failure.firstMessage == "Mastodon does not accept the token or password")
  }

  @Test("by mail has the same identifier each time, and fails for each wrong recipient")
  func mail() throws {
    let server = try AnnouncementServers("mail", python: AnnouncementServers.python)
    func post(to recipient: String) throws -> AnnouncementResult {
      let mail = AnnouncementMail(
        server: "smtp://\(server.host)", sender: "release@a.example", recipients: ["list@a.example", recipient])
      let announcement = Announcement(
        on: .email(mail), title: "Tool 1.5 ist größer", text: "Neu: Zurück\n.\nEnde\n\nhttps://a.example")
      return try server.announcer().post(announcement, secret: nil, key: "run 7")
    }
    #expect(try post(to: "you@a.example") == .sent(address: nil))
    let log = try #require(server.log.first)
    #expect(log.contains(#""subject": "Tool 1.5 ist gr\u00f6\u00dfer""#), "\(log)")
    #expect(log.contains(#""to": ["list@a.example", "you@a.example"]"#), "\(log)")
    #expect(log.contains(#""text": "Neu: Zur\u00fcck\n.\nEnde\n\nhttps://a.example\n""#), "\(log)")
    guard case .refused(let failure) = try post(to: "nobody@example.org") else {
      Issue.record("there is no such recipient")
      return
    }
    #expect(failure.firstMessage == "the mail server refused the announcement")
    #expect(server.log.count == 1)
    guard case .maybeSent = try post(to: "lost@example.org") else {
      Issue.record("the answer was lost")
      return
    }
  }

  private func picture(in folder: TemporaryFolder) throws -> AnnouncementPicture {
    try folder.write("picture.png", Self.png)
    return AnnouncementPicture(
      path: "\(folder.path)/picture.png",
      contents: ArtifactContents(size: Self.png.count, digest: ContentDigest(of: Self.png)), description: "A picture")
  }

  private func read(_ address: String, token: String) throws -> String {
    let client = try HTTPClient(userAgent: "martlet/1.2.3")
    let response = try client.send(
      HTTPRequest("GET", address, credentials: HTTPCredentials("Authorization", "Bearer \(token)")), to: nil,
      observer: QuietObserver())
    return String(decoding: response.body, as: UTF8.self)
  }
}
