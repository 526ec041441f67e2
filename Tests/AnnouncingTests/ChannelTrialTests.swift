import Execution
import Lanes
import MartletCore
import TestSupport
import Testing

@Suite(
  "A channel's token is tried before the push",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct ChannelTrialTests {
  private let server: AnnouncementServers

  init() throws { server = try AnnouncementServers("receiver", python: nil) }

  /// A channel, the request that tries its token, and the name of its service.
  enum Trial: String, CaseIterable {
    case micropub = "GET /micropub?q=config"
    case mastodon = "GET /api/v1/apps/verify_credentials"

    fileprivate var service: String {
      switch self {
      case .micropub: "Micropub"
      case .mastodon: "Mastodon"
      }
    }

    fileprivate func channel(at host: String) -> AnnouncementChannel {
      switch self {
      case .micropub: .micropub(endpoint: "http://\(host)/micropub", isDraft: false)
      case .mastodon: .mastodon(server: "http://\(host)", visibility: "public", language: nil)
      }
    }
  }

  private func refusal(_ channel: AnnouncementChannel, fault: String? = nil) throws -> Failure? {
    if let fault { try server.add(fault: fault) }
    let announcement = Announcement(
      name: "news", on: channel, secretVariables: ["NEWS_TOKEN"], title: "Tool 1.5", text: "New")
    return try server.announcer().refusal(of: "token", for: announcement)
  }

  @Test("with one request, which posts nothing", arguments: Trial.allCases)
  func accepted(_ trial: Trial) throws {
    #expect(try refusal(trial.channel(at: server.host)) == nil)
    #expect(server.log.count == 1)
    let (method, path) = (trial.rawValue.split(separator: " ")[0], trial.rawValue.split(separator: " ")[1])
    #expect(server.log.first?.hasPrefix(#"{"method": "\#(method)", "path": "\#(path)""#) == true, "\(server.log)")
  }

  @Test("and a token that the service refuses is named", arguments: Trial.allCases)
  func refused(_ trial: Trial) throws {
    let answer = #"{"kind": "answer", "status": 401, "body": "refused"}"#
    #expect(
      try refusal(trial.channel(at: server.host), fault: answer)
        == Failure(
          "\(trial.service) does not accept the token", hint: "set `NEWS_TOKEN` to a valid token",
          notes: ["status 401: refused"], code: .credentials, exit: .credentials))
  }

  @Test(
    "but a service that does not answer, or lacks this request, stops no release", arguments: Trial.allCases,
    [#"{"kind": "lose"}"#, #"{"kind": "answer", "status": 502}"#, #"{"kind": "answer", "status": 404}"#])
  func unknown(_ trial: Trial, _ fault: String) throws {
    #expect(try refusal(trial.channel(at: server.host), fault: fault) == nil)
  }
}
