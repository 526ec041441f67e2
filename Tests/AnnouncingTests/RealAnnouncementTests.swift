import Execution
import Foundation
import HTTP
import Lanes
import MartletCore
import TestSupport
import Testing

/// `scripts/peers announcing` installs the servers.
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
      if number == 1 { #expect(announcer.find(announcement, since: 0, secret: "create-token") == .missing) }
      let address = "http://\(server.host)/entries/\(number)/"
      #expect(announcer.post(announcement, secret: "create-token", key: "1") == .sent(address: address))
      guard case .found = announcer.find(announcement, since: 0, secret: "create-token") else {
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
    func refusal(_ token: String, _ text: String = "New") -> AnnouncementResult {
      let channel = AnnouncementChannel.micropub(endpoint: endpoint, isDraft: false)
      let announcement = Announcement(
        name: "blog", on: channel, secretVariables: ["BLOG_TOKEN"], title: "a", text: text)
      return announcer.post(announcement, secret: token, key: "1")
    }
    #expect(
      refusal("other")
        == .refused(
          Failure(
            "Micropub does not accept the token", hint: "set `BLOG_TOKEN` to a valid token",
            notes: ["status 401: authentication error"], code: .credentials, exit: .credentials)))
    #expect(
      refusal("update-token")
        == .refused(
          Failure(
            "the token for Micropub may not post", hint: "set `BLOG_TOKEN` to a token with the scope `create`",
            notes: ["status 403: authorization error"], code: .credentials, exit: .credentials)))
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
    func refusal(_ token: String, _ text: String = "New") -> AnnouncementResult {
      let announcement = Announcement(
        name: "social", on: channel, secretVariables: ["SOCIAL_TOKEN"], title: "Tool 1.5", text: text)
      return announcer.post(announcement, secret: token, key: "8")
    }
    #expect(
      refusal("other")
        == .refused(
          Failure(
            "Mastodon does not accept the token", hint: "set `SOCIAL_TOKEN` to a valid token",
            notes: [#"status 401: {"error":"This method requires an authenticated user"}"#], code: .credentials,
            exit: .credentials)))
    #expect(
      try refusal(readToken(of: server))
        == .refused(
          Failure(
            "the token for Mastodon may not post",
            hint: "set `SOCIAL_TOKEN` to a token with the scope `write:statuses`",
            notes: [#"status 403: {"error":"This action is outside the authorized scopes"}"#], code: .credentials,
            exit: .credentials)))
    #expect(
      refusal("mock_token", String(repeating: "x", count: 501))
        == .refused(
          Failure(
            "the announcement is too long for Mastodon",
            hint: "set a lower `limit` for the channel, end the run with `martlet undo --keep` if it has not ended, "
              + "then `martlet announce social`",
            notes: [#"status 422: {"error":"Validation failed: Text is too long (maximum is 500 characters)"}"#],
            code: .requestRefused)))
    for _ in 1...20 { _ = refusal("busy") }
    guard case .limited(let seconds, let failure) = refusal("busy") else {
      Issue.record("there is a limit of 20 requests")
      return
    }
    #expect((3_000...3_610).contains(seconds))
    #expect(
      failure
        == Failure(
          "Mastodon accepts no further announcements for \(seconds) seconds", hint: "try again after that",
          notes: [#"status 429: {"error":"Too many requests"}"#], code: .rateLimit))
  }

  /// A token that may only read.
  private func readToken(of server: AnnouncementServers) throws -> String {
    let client = try HTTPClient(userAgent: "martlet/1.2.3")
    func fields(_ path: String, _ form: String) throws -> [String: Any] {
      let response = try client.send(
        HTTPRequest(
          "POST", "http://\(server.host)\(path)",
          headers: [HTTPHeader("Content-Type", "application/x-www-form-urlencoded")],
          body: HTTPBody([.bytes(Array(form.utf8))])), to: nil, observer: QuietObserver())
      return try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }
    let redirect = "urn:ietf:wg:oauth:2.0:oob"
    let app = try fields("/api/v1/apps", "client_name=test&redirect_uris=\(redirect)&scopes=read")
    let (id, secret) = (try #require(app["client_id"] as? String), try #require(app["client_secret"] as? String))
    let token = try fields(
      "/oauth/token",
      "grant_type=client_credentials&client_id=\(id)&client_secret=\(secret)&redirect_uri=\(redirect)&scope=read")
    return try #require(token["access_token"] as? String)
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
