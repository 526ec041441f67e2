import Announcing
import HTTP
import Lanes
import TestSupport
import Testing
import TextEditing

@Suite("An announcement as a discussion on GitHub", .enabled(if: ForgeServer.obstacle == nil))
struct DiscussionTests {
  private let server: ForgeServer
  private let announcer: Announcer

  init() throws {
    server = try ForgeServer()
    let client = try HTTPClient(userAgent: "martlet/1.2.3", stallLimit: 5)
    announcer = Announcer(http: HTTPSession(client), mail: client, observer: QuietObserver())
  }

  @Test("is opened in its category")
  func opened() throws {
    #expect(post() == .sent(address: "\(server.address)/owner/tool/discussions/1"))
    #expect(try server.requests().map(\.path) == ["/api/graphql", "/api/graphql"])
  }

  @Test("is found after a lost answer, and is not opened twice")
  func lost() throws {
    try server.add(fault: #"{"kind": "lose-answer", "skip": 1}"#)
    #expect(post() == .sent(address: "\(server.address)/owner/tool/discussions/1"))
    try server.add(fault: #"{"kind": "status-after", "status": 502, "skip": 1}"#)
    #expect(post() == .sent(address: "\(server.address)/owner/tool/discussions/2"))
    #expect(try server.requests().count == 6)
  }

  @Test("may have been opened if the request was lost")
  func maybe() throws {
    try server.add(fault: #"{"kind": "lose-request", "skip": 1}"#)
    guard case .maybeSent(let failure) = post() else {
      Issue.record("the request was lost")
      return
    }
    #expect(failure.firstMessage == "the announcement may have been sent: the answer of GitHub was lost")
  }

  @Test("reads the repository again if the first answer was lost")
  func lostQuestion() throws {
    try server.add(fault: #"{"kind": "lose-answer"}"#)
    #expect(post() == .sent(address: "\(server.address)/owner/tool/discussions/1"))
  }

  @Test("is refused without its category, its repository or a token that can write")
  func refused() throws {
    #expect(
      post(category: "Releases")
        == .refused(
          Failure(
            "`owner/tool` has no discussion category `Releases`", hint: "use one of `General`, `Announcements`",
            code: .requestRefused)))
    #expect(
      post(name: "missing")
        == .refused(
          Failure(
            "GitHub cannot find the repository `owner/missing`",
            hint: "check its name, and whether the token can read it", code: .requestRefused)))
    #expect(
      post(token: "read-token")
        == .refused(
          Failure(
            "GitHub refused the discussion", notes: ["Resource not accessible by personal access token"],
            code: .requestRefused)))
  }

  private func post(
    category: String = "Announcements", name: String = "tool", token: String = "write-token"
  ) -> AnnouncementResult {
    let place = DiscussionPlace(api: "\(server.address)/api/v3", repository: "owner/\(name)", category: category)
    let announcement = Announcement(
      on: .discussion(place), title: "Tool 1.5", text: "New: undo\n\nhttps://a.example")
    return announcer.post(announcement, secret: token, key: "run 7")
  }
}
