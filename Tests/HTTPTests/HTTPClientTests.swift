import MartletCore
import TestSupport
import Testing

@testable import HTTP

@Suite("The HTTP client", .enabled(if: ForgeServer.obstacle == nil))
struct HTTPClientTests {
  private let server: ForgeServer
  private let client: HTTPClient
  private let folder: TemporaryFolder
  private static let token = HTTPCredentials("Authorization", "Bearer write-token")

  init() throws {
    server = try ForgeServer()
    client = try HTTPClient(userAgent: "martlet/1.2.3", stallLimit: 2)
    folder = try TemporaryFolder()
  }

  @Test("sends its name, does not wait for `100 Continue`, and reads status, headers and the server's clock")
  func answer() throws {
    let response = try send("POST", "/api/v3/repos/o/n/releases", #"{"tag_name": "1.0.0", "draft": true}"#)
    #expect(response.status == 201)
    #expect(response["content-type"] == "application/json; charset=utf-8")
    #expect(response.date.map { $0 > 1_700_000_000 } == true)
    let request = try #require(try server.requests().first)
    #expect(request.userAgent == "martlet/1.2.3")
    #expect(request.expect == nil)
    #expect(request.hasToken)
  }

  @Test("sends a file piece by piece, and reports its progress")
  func upload() throws {
    let content = [UInt8]((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try folder.write("asset", content)
    let log = Progress()
    let request = HTTPRequest(
      "PUT", "\(server.address)/api/v4/projects/o%2Fn/packages/generic/n/1.0.0/asset?select=package_file",
      credentials: HTTPCredentials("PRIVATE-TOKEN", "write-token"),
      body: HTTPBody([.file(path: "\(folder.path)/asset", size: content.count)]))
    let response = try client.send(request, to: nil, observer: log)
    #expect(response.status == 201)
    #expect(String(decoding: response.body, as: UTF8.self).contains(ContentDigest(of: content).hex))
    // libcurl would send `Expect: 100-continue` for so large a body, and wait for a second.
    #expect(try server.requests().map(\.expect) == [nil])
    #expect(log.sent.last == 3_000_000)
    #expect(log.sent == log.sent.sorted())
  }

  @Test("sends a request that changes something only once, even if a reused connection breaks")
  func sendsOnce() throws {
    _ = try send("GET", "/api/v3/repos/o/n/releases")
    try server.add(fault: #"{"kind": "lose-answer", "method": "POST"}"#)
    #expect(throws: HTTPError.self) {
      try send("POST", "/api/v3/repos/o/n/releases", #"{"tag_name": "1", "draft": true}"#)
    }
    #expect(try server.requests().map(\.method) == ["GET", "POST"])
  }

  @Test(
    "reports whether the request may have arrived before a lost connection",
    arguments: [
      ("lose-request", "lost the connection to `127.0.0.1` before it answered", true),
      ("lose-answer", "lost the connection to `127.0.0.1` before it answered", true),
      ("cut-body", "lost the connection to `127.0.0.1` before it answered", true),
      ("hang", "`127.0.0.1` made no progress for 2 seconds", true),
    ])
  func lost(_ fault: String, _ message: String, _ mayHaveArrived: Bool) throws {
    try server.add(fault: #"{"kind": "\#(fault)"}"#)
    let error = try #require(throws: HTTPError.self) {
      try send("POST", "/api/v3/repos/o/n/releases", #"{"tag_name": "1.0.0", "draft": true}"#)
    }
    #expect(error.failure.firstMessage == message)
    #expect(error.failure.code == .unreachable)
    #expect(error.mayHaveArrived == mayHaveArrived)
  }

  @Test("reports a connection that breaks within a large file")
  func lostWhileSending() throws {
    try folder.write("asset", [UInt8](repeating: 7, count: 60_000_000))
    try server.add(fault: #"{"kind": "lose-upload"}"#)
    let request = HTTPRequest(
      "POST", "\(server.address)/api/uploads/repos/o/n/releases/1/assets?name=a", credentials: Self.token,
      body: HTTPBody([.file(path: "\(folder.path)/asset", size: 60_000_000)]))
    let error = try #require(throws: HTTPError.self) {
      try client.send(request, to: nil, observer: QuietObserver())
    }
    #expect(error.failure.firstMessage == "lost the connection to `127.0.0.1` while sending")
    #expect(error.mayHaveArrived)
  }

  @Test("distinguishes an unknown host, a closed port and an invalid certificate")
  func unreachable() throws {
    let port = try SilentServer().port
    let closed = HTTPRequest("GET", "http://127.0.0.1:\(port)/")
    #expect { try client.send(closed, to: nil, observer: QuietObserver()) } throws: {
      $0.firstMessage == "cannot connect to `127.0.0.1`"
        && ($0 as? HTTPError)?.failure.diagnostics[0].hint
          == "check the network, and run `curl -v http://127.0.0.1:\(port)`"
    }
    let unknown = HTTPRequest("GET", "https://forge.invalid/")
    #expect { try client.send(unknown, to: nil, observer: QuietObserver()) } throws: {
      ($0 as? HTTPError)?.failure
        == Failure(
          "cannot find the server `forge.invalid`", hint: "check the network, and run `curl -v https://forge.invalid`",
          notes: ["Could not resolve host: forge.invalid"], code: .unreachable)
    }
    let plain = HTTPRequest("GET", server.address.replacing("http://", with: "https://"))
    #expect { try client.send(plain, to: nil, observer: QuietObserver()) } throws: {
      $0.firstMessage == "cannot verify the identity of `127.0.0.1`"
    }
  }

  @Test("can be cancelled while it waits for an answer")
  func cancel() throws {
    try server.add(fault: #"{"kind": "hang"}"#)
    let request = HTTPRequest(
      "POST", "\(server.address)/api/v3/repos/o/n/releases", body: HTTPBody([.bytes([123, 125])]))
    #expect { try client.send(request, to: nil, observer: Impatient()) } throws: {
      $0 as? HTTPError == .cancelled(server: self.server.address, wasSending: true)
    }
  }

  @Test("downloads through a redirect, with the token only on the same server, and returns the digest")
  func download() throws {
    _ = try send("POST", "/api/v3/repos/o/n/releases", #"{"tag_name": "1.0.0", "draft": true}"#)
    _ = try send("POST", "/api/uploads/repos/o/n/releases/1/assets?name=a.txt", "content")
    let request = HTTPRequest(
      "GET", "\(server.address)/api/v3/repos/o/n/releases/assets/2",
      headers: [HTTPHeader("Accept", "application/octet-stream")], credentials: Self.token)
    let (outcome, digest) = HTTPSession(client).download(
      request, to: "\(folder.path)/copy", observer: QuietObserver())
    #expect(digest == ContentDigest(of: Array("content".utf8)))
    #expect(folder.bytes(of: "copy") == Array("content".utf8))
    guard case .answered(let response) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(response.status == 200)
    #expect(try server.requests().suffix(2).map(\.hasToken) == [true, true])
    let other = server.address.replacing("127.0.0.1", with: "localhost")
    try server.set(#"{"storage": "\#(other)"}"#)
    let (_, again) = HTTPSession(client).download(request, to: nil, observer: QuietObserver())
    #expect(again == digest)
    #expect(try server.requests().suffix(2).map(\.hasToken) == [true, false])
  }

  @Test("follows at most five redirects of a download")
  func redirects() throws {
    try server.add(fault: #"{"kind": "status", "status": 302, "headers": {"Location": "/again"}, "times": 20}"#)
    let request = HTTPRequest("GET", "\(server.address)/first")
    let (outcome, digest) = HTTPSession(client).download(request, to: nil, observer: QuietObserver())
    guard case .answered(let response) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(response.status == 302 && digest == ContentDigest(of: []))
    #expect(try server.requests().count == 6)
  }

  @Test("keeps no answer of more than 32 MiB in memory")
  func largeAnswer() throws {
    let text = String(repeating: "a", count: 33 << 20)
    try server.add(fault: #"{"kind": "status", "status": 200, "text": "\#(text)"}"#)
    #expect(throws: HTTPError.tooLarge(server: server.address, limit: 32 << 20)) {
      try send("GET", "/api/v3/repos/o/n/releases")
    }
  }

  @Test("writes no error page into the file of a download")
  func refusedDownload() throws {
    let request = HTTPRequest("GET", "\(server.address)/api/v3/repos/o/n/releases/assets/9", credentials: Self.token)
    let (outcome, digest) = HTTPSession(client).download(
      request, to: "\(folder.path)/copy", observer: QuietObserver())
    guard case .answered(let response) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(response.status == 404 && String(decoding: response.body, as: UTF8.self).contains("Not Found"))
    #expect(folder.bytes(of: "copy") == [] && digest == ContentDigest(of: []))
  }

  @Test("reads the headers of the answer, not those of an answer before it")
  func earlyHints() throws {
    try server.add(
      fault: #"{"kind": "early-hints", "headers": {"Link": "</style.css>; rel=preload", "Retry-After": "60"}}"#)
    let response = try send("GET", "/api/v3/repos/o/n/releases")
    #expect(response.status == 200)
    #expect(response["link"] == nil && response["retry-after"] == nil)
    #expect(response["content-type"] == "application/json; charset=utf-8")
  }

  @Test("sends no line end in a header, which would begin another one")
  func headerInjection() throws {
    let client = try HTTPClient(userAgent: "martlet\r\nAuthorization: Bearer write-token")
    _ = try client.send(HTTPRequest("GET", "\(server.address)/api/v3/repos/o/n"), to: nil, observer: QuietObserver())
    let request = try #require(server.requests().last)
    #expect(request.userAgent == "martletAuthorization: Bearer write-token" && !request.hasToken)
  }

  @Test("names the packages to install if there is no libcurl")
  func noLibrary() throws {
    let error = try #require(throws: HTTPError.self) {
      try CurlLibrary(names: ["libnowhere.so.4", "libnowhere.dylib"])
    }
    #expect(
      error.failure
        == Failure(
          "cannot find libcurl, looked for `libnowhere.so.4` and `libnowhere.dylib`",
          hint: "install it: `apt-get install libcurl4`, or `dnf install libcurl`", code: .noLibcurl))
  }

  @Test("prints requests without credentials")
  func secrets() {
    let request = HTTPRequest("GET", "https://forge.example/", credentials: Self.token)
    #expect(!"\(request)".contains("write-token"))
    var text = ""
    dump(request, to: &text)
    #expect(!text.contains("write-token"))
  }

  private func send(_ method: String, _ path: String, _ body: String? = nil) throws -> HTTPResponse {
    let request = HTTPRequest(
      method, server.address + path, credentials: Self.token, body: body.map { HTTPBody([.bytes(Array($0.utf8))]) })
    return try client.send(request, to: nil, observer: QuietObserver())
  }
}

private final class Progress: HTTPObserver, @unchecked Sendable {
  private(set) var sent: [Int] = []
  func didSend(_ count: Int, of total: Int) { sent.append(count) }
  func willWait(seconds: Int, reason: String) {}
  var isCancelled: Bool { false }
}

/// Cancels a request when all of it is sent.
private final class Impatient: HTTPObserver, @unchecked Sendable {
  private(set) var isCancelled = false
  func didSend(_ count: Int, of total: Int) { isCancelled = count == total }
  func willWait(seconds: Int, reason: String) {}
}
