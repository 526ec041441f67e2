import MartletCore
import TestSupport
import Testing

@testable import HTTP

@Suite("Requests that fail")
struct HTTPSessionTests {
  private static let read = HTTPRequest("GET", "https://forge.example/releases")
  private static let write = HTTPRequest("POST", "https://forge.example/releases")
  private static let lost = HTTPError.lostAnswer(server: "https://forge.example", reason: "empty reply")
  private static let down = HTTPError.unconnected(server: "https://forge.example", reason: "refused")

  @Test("are sent again if they only read: after 1, 2, 4 … seconds, at most six times")
  func reading() {
    let script = Script(Array(repeating: .answer(502), count: 9))
    #expect(script.session.send(Self.read, observer: script) == .answered(HTTPResponse(status: 502)))
    #expect(script.waits == ["1: status 502", "2: status 502", "4: status 502", "8: status 502", "16: status 502"])
    #expect(script.sent == 6)
  }

  @Test("succeed if a later attempt succeeds")
  func laterSuccess() {
    let script = Script([.failure(Self.lost), .failure(Self.down), .answer(200)])
    #expect(script.session.send(Self.read, observer: script) == .answered(HTTPResponse(status: 200)))
    #expect(
      script.waits == [
        "1: lost the connection to `forge.example` before it answered", "2: cannot connect to `forge.example`",
      ])
  }

  @Test("write only the bytes of the last attempt to the file of a download")
  func laterDownload() throws {
    let folder = try TemporaryFolder()
    let script = Script([.bytes([1, 2, 3]), .failure(Self.lost), .bytes([4]), .bytes([5]), .answer(200)])
    let (outcome, digest) = script.session.download(Self.read, to: "\(folder.path)/copy", observer: script)
    #expect(outcome == .answered(HTTPResponse(status: 200)))
    #expect(folder.bytes(of: "copy") == [4, 5] && digest == ContentDigest(of: [4, 5]))
  }

  @Test("are never sent again if they change something and may have arrived")
  func writing() {
    let script = Script([.failure(Self.lost), .answer(201)])
    #expect(script.session.send(Self.write, observer: script) == .unknown(Self.lost, nil))
    let gateway = Script([.answer(504), .answer(201)])
    #expect(gateway.session.send(Self.write, observer: gateway) == .unknown(nil, HTTPResponse(status: 504)))
    #expect(script.sent + gateway.sent == 2)
  }

  @Test("are sent again if they change something and have certainly not arrived")
  func writingWithoutConnection() {
    let script = Script([.failure(Self.down), .answer(429, ["Retry-After": "7"]), .answer(201)])
    #expect(script.session.send(Self.write, observer: script) == .answered(HTTPResponse(status: 201)))
    #expect(script.waits == ["1: cannot connect to `forge.example`", "7: rate limit, status 429"])
  }

  @Test("end with the wait that the server requires if it is above the limit")
  func limited() {
    let answer = HTTPResponse(status: 429, headers: [HTTPHeader("Retry-After", "3600")])
    let script = Script([.answer(429, ["Retry-After": "3600"])])
    #expect(script.session.send(Self.write, observer: script) == .limited(seconds: 3600, answer))
    #expect(script.waits == [])
  }

  @Test(
    "end with the longest wait that Martlet knows, to the year 9999, if a server requires a larger number",
    arguments: [
      ["Retry-After": "9223372036854775807"], ["Retry-After": "99999999999999999999"],
      ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9223372036854775807", "Date": "0"],
      ["RateLimit-Remaining": "0", "RateLimit-Reset": "9223372036854775807999", "Date": "0"],
    ])
  func huge(headers: [String: String]) {
    let script = Script([.answer(429, ["Retry-After": "1"]), .answer(403, headers)])
    guard case .limited(let seconds, _) = script.session.send(Self.read, observer: script) else {
      Issue.record("no limit")
      return
    }
    #expect((253_402_300_799...253_402_300_800).contains(seconds))
    #expect(script.waits == ["1: rate limit, status 429"])
  }

  @Test("count a negative wait as none")
  func negative() {
    let script = Script([.answer(429, ["Retry-After": "-9223372036854775808"]), .answer(200)])
    #expect(script.session.send(Self.read, observer: script) == .answered(HTTPResponse(status: 200)))
  }

  @Test("wait longer each time if the server reports no duration")
  func silentLimit() {
    let script = Script(Array(repeating: .answer(429), count: 9))
    #expect(script.session.send(Self.write, observer: script) == .limited(seconds: 60, HTTPResponse(status: 429)))
    #expect(
      script.waits == [
        "60: rate limit, status 429", "120: rate limit, status 429", "240: rate limit, status 429",
      ])
  }

  @Test("end when the wait is cancelled")
  func cancelled() {
    let script = Script([.answer(502), .answer(200)], cancelsWaits: true)
    #expect(script.session.send(Self.read, observer: script) == .answered(HTTPResponse(status: 502)))
    #expect(script.sent == 1)
  }

  @Test(
    "show a rate limit by their status and headers",
    arguments: [
      (429, ["Retry-After": "12"], "", 12),
      (403, ["Retry-After": "0"], "", 0),
      (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1060"], "", 61),
      (403, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "900"], "", 1),
      (429, ["RateLimit-Remaining": "0", "RateLimit-Reset": "1001"], "", 2),
      (429, ["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1970-01-01T01:00:00.123456Z"], "", 2601),
      (403, ["X-RateLimit-Remaining": "17", "X-RateLimit-Reset": "1060"], "", nil),
      (403, [:], #"{"message": "You have exceeded a secondary rate limit."}"#, 60),
      (403, [:], #"{"message": "Resource not accessible by integration"}"#, nil),
      (429, [:], "", 60),
      (429, ["Retry-After": "Wed, 21 Oct 2026 07:28:00 GMT"], "", 60),
      (503, ["Retry-After": "5"], "", nil),
    ] as [(Int, [String: String], String, Int?)])
  func rateLimit(_ status: Int, _ headers: [String: String], _ body: String, _ seconds: Int?) {
    let response = HTTPResponse(
      status: status, headers: headers.map { HTTPHeader($0.key, $0.value) }, body: Array(body.utf8), date: 1000)
    #expect(RateLimit.seconds(of: response) == seconds)
  }
}

/// Canned answers, and a record of the waits between them.
private final class Script: HTTPTransport, HTTPObserver, RetryWaiter, @unchecked Sendable {
  enum Step {
    case answer(Int, [String: String] = [:])
    case failure(HTTPError)
    /// Bytes of a body before the next step.
    case bytes([UInt8])
  }

  private var steps: [Step]
  private let cancelsWaits: Bool
  private(set) var waits: [String] = []
  private(set) var sent = 0

  init(_ steps: [Step], cancelsWaits: Bool = false) {
    self.steps = steps
    self.cancelsWaits = cancelsWaits
  }

  var session: HTTPSession { HTTPSession(self, waiter: self) }

  func send(
    _ request: HTTPRequest, to sink: HTTPSink?, observer: any HTTPObserver
  ) throws(HTTPError) -> HTTPResponse {
    sent += 1
    while case .bytes(let bytes)? = steps.first {
      steps.removeFirst()
      _ = sink?.receive(bytes)
    }
    guard !steps.isEmpty else { throw .failed(server: "script", reason: "there is no further answer") }
    switch steps.removeFirst() {
    case .bytes: throw .failed(server: "script", reason: "there is no answer after the bytes")
    case .answer(let status, let headers):
      return HTTPResponse(
        status: status, headers: headers.map { HTTPHeader($0.key, $0.value) }, date: headers["Date"].flatMap { Int($0) }
      )
    case .failure(let error): throw error
    }
  }

  func wait(seconds: Int, observer: any HTTPObserver) -> Bool { !cancelsWaits }
  func willWait(seconds: Int, reason: String) { waits.append("\(seconds): \(reason)") }
  func didSend(_ count: Int, of total: Int) {}
  var isCancelled: Bool { false }
}
