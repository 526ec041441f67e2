import MartletCore
import TestSupport
import Testing

@testable import Git

/// Responses of servers that are not git's, and missing responses.
@Suite("A remote with an invalid or missing response")
struct RemoteAnswerTests {
  private static let ways = Way.possible.filter { $0 == .gitOverHTTP }

  @Test("is reported with the HTTP status of the check, and nothing can have arrived", arguments: ways)
  func badStatus(way: Way) throws {
    for (manner, status) in [(GitHTTPServer.Manner.tooManyRequests, 429), (.broken, 500)] {
      let fixture = try PushFixture(way, manner)
      let error = try fixture.refusal()
      guard case .badStatus("origin", status, .read, _) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(!error.mayHaveArrived)
      #expect(
        error.diagnostics.first?.message == "`origin` answered with HTTP status \(status) while reading its references")
    }
  }

  @Test("is reported with the HTTP status of the push, which may have arrived", arguments: ways)
  func badStatusOfPush(way: Way) throws {
    let error = try PushFixture(way, .breaksPushes).refusal()
    guard case .badStatus("origin", 502, .push, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.mayHaveArrived)
    #expect(error.diagnostics.first?.message == "`origin` answered with HTTP status 502 while pushing")
  }

  @Test("cannot have received anything if the check is interrupted", arguments: ways)
  func cutReading(way: Way) throws {
    let error = try PushFixture(way, .cutsReading).refusal()
    guard case .unreachable("origin", _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!error.mayHaveArrived)
  }

  @Test("is not a git server if it returns a page", arguments: ways)
  func page(way: Way) throws {
    let error = try PushFixture(way, .page).refusal()
    guard case .noGitServer("origin", let address) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!error.mayHaveArrived)
    #expect(
      error.rendered == """
        error: the server at `\(address)`, the address of `origin`, is not a git server
        hint: see its response with `curl -i '\(address)/info/refs?service=git-upload-pack'`: a network may require a sign-in first
        """)
  }

  @Test("is a git server even without references", arguments: ways)
  func empty(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.remote.git("update-ref", "-d", "refs/heads/main")
    let found = try fixture.transport().references(["refs/heads/main"], of: "origin")
    #expect(found == [:])
  }

  @Test(
    "may still have received a push without a response",
    .enabled(if: GitHTTPServer.obstacle == nil, Comment(rawValue: GitHTTPServer.obstacle ?? "")))
  func silentPush() throws {
    let fixture = try PushFixture(.gitOverHTTP, .hangsPushes)
    let transport = GitTransport(of: try fixture.sandbox.repository(), silence: .seconds(10))
    let error = #expect(throws: TransportError.self) { try transport.push(fixture.order) }
    guard case .silent("origin", let host?, .push, limit: .seconds(10)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(error?.mayHaveArrived == true)
    #expect(error?.diagnostics.first?.message == "`origin` (`\(host)`) did not answer for 10 s while pushing")
  }

  @Test("may prompt through git if that is allowed")
  func speedLimit() throws {
    let sandbox = try GitSandbox()
    try sandbox.commit("First")
    try sandbox.git("remote", "add", "origin", "/nowhere")
    try sandbox.replaceGit(by: "echo \"$GIT_HTTP_LOW_SPEED_LIMIT|$GIT_HTTP_LOW_SPEED_TIME\" >&2; exit 128")
    func words() throws -> String? {
      let transport = GitTransport(of: try sandbox.repository(), isInteractive: true, silence: .seconds(7))
      return #expect(throws: TransportError.self) { try transport.references(["HEAD"], of: "origin") }.map(\.output)
    }
    #expect(try words() == "1|7")
    sandbox.environment["GIT_HTTP_LOW_SPEED_TIME"] = "90"
    #expect(try words() == "|90")
  }
}
