import Execution
import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("An announcement as a discussion on GitHub", .enabled(if: ForgeServer.obstacle == nil))
struct DiscussionTests {
  private let server: AnnouncementServers
  private let announcer: Announcer

  init() throws {
    server = try AnnouncementServers("receiver", python: nil)
    announcer = try server.announcer()
  }

  @Test("is opened in its category")
  func opened() throws {
    #expect(post() == .sent(address: "http://\(server.host)/owner/tool/discussions/1"))
    #expect(server.log.count == 2)
  }

  @Test("is found after a lost answer, and is not opened twice")
  func lost() throws {
    try server.add(fault: #"{"kind": "lose", "after": true, "skip": 1}"#)
    #expect(post() == .sent(address: "http://\(server.host)/owner/tool/discussions/1"))
    #expect(server.log.count == 3)
  }

  @Test("may have been opened if the request was lost")
  func maybe() throws {
    try server.add(fault: #"{"kind": "lose", "skip": 1}"#)
    guard case .maybeSent(let failure) = post() else {
      Issue.record("the request was lost")
      return
    }
    #expect(failure.firstMessage == "the announcement may have been sent: the answer of GitHub was lost")
  }

  @Test("may have been opened if the answer cannot be read")
  func unreadable() throws {
    try server.add(fault: #"{"kind": "answer", "status": 200, "body": "{}", "skip": 1}"#)
    let unreadable = Failure("the answer of GitHub does not fit the query", code: .unreadableAnswer)
    #expect(post() == .maybeSent(unreadable))
    try server.add(fault: #"{"kind": "answer", "status": 200, "body": "{}"}"#)
    #expect(post() == .refused(unreadable))
  }

  @Test("is another one if only its title is the same")
  func sameTitle() throws {
    #expect(post() == .sent(address: "http://\(server.host)/owner/tool/discussions/1"))
    func lookup(_ announcement: Announcement) throws -> AnnouncementLookup {
      announcer.find(announcement, since: 0, secret: "write-token")
    }
    var announcement = announcement(in: "owner/tool")
    #expect(try lookup(announcement) == .found(address: "http://\(server.host)/owner/tool/discussions/1"))
    announcement = Announcement(
      on: announcement.channel, secretVariables: ["GITHUB_TOKEN"], title: announcement.title, text: "Another text")
    #expect(try lookup(announcement) == .missing)
  }

  @Test("reads the repository again if the first answer was lost")
  func lostQuestion() throws {
    try server.add(fault: #"{"kind": "lose"}"#)
    #expect(post() == .sent(address: "http://\(server.host)/owner/tool/discussions/1"))
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
            hint: "check its name with `git remote -v`, and whether the token can read it", code: .requestRefused)))
    #expect(
      post(token: "read-token")
        == .refused(
          Failure(
            "the token for GitHub may not post",
            hint: "set `GITHUB_TOKEN` to a token with the permission `Discussions: write`",
            notes: ["Resource not accessible by personal access token"], code: .credentials, exit: .credentials)))
  }

  @Test("is missing only if the list of discussions begins before its first attempt")
  func manyDiscussions() throws {
    let announcement = announcement(in: "owner/tool")
    // On 2026-11-23.
    let time: Int64 = 1_795_433_000
    func lookup() throws -> AnnouncementLookup { announcer.find(announcement, since: time, secret: "write-token") }
    try server.addDiscussions(99, createdAt: "2026-11-24")
    #expect(try lookup() == .missing)
    try server.addDiscussions(1, createdAt: "2026-11-24")
    #expect(
      try lookup() == .unknown(Failure("the 100 newest discussions of `owner/tool` are all newer")))
    #expect(post() == .sent(address: "http://\(server.host)/owner/tool/discussions/101"))
    #expect(try lookup() == .found(address: "http://\(server.host)/owner/tool/discussions/101"))
    let other = try AnnouncementServers("receiver", python: nil)
    try other.addDiscussions(100, createdAt: "2026-11-22")
    let old = self.announcement(in: "owner/tool", on: other)
    #expect(try other.announcer().find(old, since: time, secret: "write-token") == .missing)
  }

  private func announcement(
    in repository: String, category: String = "Announcements", on server: AnnouncementServers? = nil
  ) -> Announcement {
    let place = DiscussionPlace(
      api: "http://\((server ?? self.server).host)/api", repository: repository, category: category)
    return Announcement(
      on: .discussion(place), secretVariables: ["GITHUB_TOKEN"], title: "Tool 1.5",
      text: "New: undo\n\nhttps://a.example")
  }

  private func post(
    category: String = "Announcements", name: String = "tool", token: String = "write-token"
  ) -> AnnouncementResult {
    announcer.post(announcement(in: "owner/\(name)", category: category), secret: token, key: "run 7")
  }
}
