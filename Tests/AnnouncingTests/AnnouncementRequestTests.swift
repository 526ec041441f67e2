import HTTP
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

/// Answers each request with the next answer, without a network.
private final class CannedTransport: HTTPTransport, @unchecked Sendable {
  private var answers: [HTTPResponse]
  private(set) var requests: [HTTPRequest] = []

  init(_ answers: [HTTPResponse]) { self.answers = answers }

  func send(_ request: HTTPRequest, to sink: HTTPSink?, observer: any HTTPObserver) throws(HTTPError) -> HTTPResponse {
    requests.append(request)
    guard !answers.isEmpty else { throw .failed(server: "canned", reason: "there is no further answer") }
    return answers.removeFirst()
  }
}

@Suite("A request that announces")
struct AnnouncementRequestTests {
  private static let picture = AnnouncementPicture(
    path: "/pictures/window 1.png", contents: ArtifactContents(size: 3, digest: ContentDigest(of: [1, 2, 3])),
    description: "A window")

  private func post(
    on channel: AnnouncementChannel, pictures: [AnnouncementPicture] = [], _ answers: [HTTPResponse]
  ) -> (AnnouncementResult, [HTTPRequest]) {
    let transport = CannedTransport(answers)
    let announcer = Announcer(http: HTTPSession(transport), observer: QuietObserver())
    let announcement = Announcement(
      on: channel, title: "Tool 1.5", text: "New", categories: ["swift"], pictures: pictures)
    let result = announcer.post(announcement, secret: "https://hooks.example/1", key: "run 7")
    return (result, transport.requests)
  }

  @Test("is certainly not sent if the answer to the upload of its picture is lost")
  func lostPicture() {
    let (result, requests) = post(
      on: .micropub(endpoint: "https://blog.example/?micropub=1", isDraft: false), pictures: [Self.picture],
      [CannedAnswer.micropubConfiguration, HTTPResponse(status: 502)])
    #expect(requests.map(\.method) == ["GET", "POST"])
    guard case .refused(let failure) = result else {
      Issue.record("\(result)")
      return
    }
    #expect(failure.firstMessage == "Micropub failed before the announcement was sent")
  }

  @Test("to Micropub uploads the pictures to the media endpoint, and keeps the query of the endpoint")
  func micropub() throws {
    let endpoint = "https://blog.example/?micropub=1"
    let (result, requests) = post(
      on: .micropub(endpoint: endpoint, isDraft: true), pictures: [Self.picture],
      [
        CannedAnswer.micropubConfiguration, CannedAnswer.micropubMedia,
        HTTPResponse(status: 202, headers: [HTTPHeader("location", "https://blog.example/2026/1")]),
      ])
    #expect(result == .sent(address: "https://blog.example/2026/1"))
    #expect(
      requests.map(\.line) == [
        "GET https://blog.example/?micropub=1&q=config", "POST https://blog.example/media",
        "POST https://blog.example/?micropub=1",
      ])
    #expect(requests.allSatisfy { $0.credentials != nil && !"\($0)".contains("hooks.example") })
    let media = try #require(requests[1].body?.parts)
    #expect(media[1] == .file(path: "/pictures/window 1.png", size: 3))
    let boundary = try #require(HTTPHeader.multipart.value.split(separator: "=").last)
    #expect(
      media[0].text?.replacing("\r\n", with: "\n") == """
        --\(boundary)
        Content-Disposition: form-data; name="description"

        A window
        --\(boundary)
        Content-Disposition: form-data; name="file"; filename="window%201.png"
        Content-Type: image/png


        """)
    #expect(
      requests[2].body?.parts.first?.text
        == #"{"properties":{"category":["swift"],"content":["New"],"name":["Tool 1.5"],"#
        + #""photo":["https://blog.example/media/1.png"],"post-status":["draft"]},"type":["h-entry"]}"#)
  }

  @Test("to Mastodon has a key")
  func mastodon() {
    let channel = AnnouncementChannel.mastodon(server: "https://social.example", visibility: "unlisted", language: "en")
    let (result, requests) = post(on: channel, [CannedAnswer.mastodonStatus])
    #expect(result == .sent(address: "https://social.example/@me/1"))
    #expect(requests.map(\.line) == ["POST https://social.example/api/v1/statuses"])
    #expect(requests[0].headers.contains(HTTPHeader("Idempotency-Key", "run 7")))
    #expect(
      requests[0].body?.parts.first?.text
        == #"{"language":"en","media_ids":[],"status":"New","visibility":"unlisted"}"#)
  }

  @Test("to a webhook is a request without credentials")
  func webhook() {
    let (hook, posts) = post(on: .webhook(.slack), [CannedAnswer.webhook])
    #expect(hook == .sent(address: nil))
    #expect(posts.map(\.line) == ["POST https://hooks.example/1"])
    #expect(posts[0].credentials == nil)
  }
}

extension HTTPRequest {
  fileprivate var line: String { "\(method) \(address)" }
}

extension HTTPBody.Part {
  /// The bytes in memory as text; nil for a file.
  fileprivate var text: String? {
    if case .bytes(let bytes) = self { String(decoding: bytes, as: UTF8.self) } else { nil }
  }
}
