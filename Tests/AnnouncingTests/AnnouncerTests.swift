import Execution
import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("An announcement to a webhook", .enabled(if: ForgeServer.obstacle == nil))
struct WebhookAnnouncementTests {
  private let server: AnnouncementServers

  private func announcement(on channel: AnnouncementChannel) -> Announcement {
    Announcement(on: channel, secretVariables: ["HOOK"], title: "Tool 1.5", text: "New: undo\n\nhttps://a.example")
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

  @Test(
    "is not sent again if its answer is lost, or is a server error",
    arguments: [("/lost", "the answer of Slack was lost"), ("/status/502", "Slack answered with status 502")])
  func lost(_ path: String, _ reason: String) throws {
    guard case .maybeSent(let failure) = try post(path) else {
      Issue.record("there was no answer")
      return
    }
    #expect(failure.firstMessage == "the announcement may have been sent: \(reason)")
    #expect(failure.code == .answerLost)
    #expect(server.log.count == 1)
  }

  @Test("fails without printing the address, which is secret")
  func refused() throws {
    let refused = try post("/status/400")
    #expect(
      refused
        == .refused(Failure("Slack refused the announcement", notes: ["status 400: ok"], code: .requestRefused)))
    let announcer = try server.announcer()
    for address in ["http://hooks.example/secret", "secret", nil] {
      let result = announcer.post(announcement(on: .webhook(.slack)), secret: address, key: "1")
      #expect(
        result
          == .refused(
            Failure(
              "`HOOK` is not the address of a webhook, expected an `https` address",
              hint: "set it to the address that Slack shows")))
    }
  }

  private func post(_ path: String) throws -> AnnouncementResult {
    try server.announcer().post(
      announcement(on: .webhook(.slack)), secret: "http://\(server.host)\(path)", key: "run 7")
  }
}

@Suite("An answer that a service does not document for a post", .enabled(if: ForgeServer.obstacle == nil))
struct UnconfirmedPostTests {
  private let server: AnnouncementServers

  init() throws { server = try AnnouncementServers("receiver", python: nil) }

  @Test(
    "means that nothing was sent if it is a page, and otherwise that a post may have been made",
    arguments: ["Micropub", "Mastodon", "Slack"])
  func unconfirmed(_ service: String) throws {
    let failure = Failure(
      "the answer to the post, with status 200, is not one of \(service)",
      hint: "a proxy may have answered: open the channel's address from this machine, then `martlet finish`",
      code: .unreadableAnswer)
    let page =
      #"{"kind": "answer", "status": 200, "headers": {"Content-Type": "text/html"}, "body": "<html>Sign in.</html>"}"#
    #expect(try post(on: service, page) == .refused(failure))
    #expect(try post(on: service, #"{"kind": "answer", "status": 200, "body": "{}"}"#) == .maybeSent(failure))
  }

  private func post(on service: String, _ fault: String) throws -> AnnouncementResult {
    let address = "http://\(server.host)"
    let channel: AnnouncementChannel =
      switch service {
      case "Micropub": .micropub(endpoint: "\(address)/micropub", isDraft: false)
      case "Mastodon": .mastodon(server: address, visibility: "public", language: nil)
      default: .webhook(.slack)
      }
    try server.add(fault: fault)
    let announcement = Announcement(on: channel, secretVariables: ["TOKEN"], title: "Tool 1.5", text: "New")
    return try server.announcer().post(
      announcement, secret: service == "Slack" ? "\(address)/hook" : "token", key: "run 7")
  }
}
