import Testing

@testable import HTTP

/// What may be repeated and undone depends on it.
@Suite("A request without an answer")
struct HTTPErrorTests {
  private static let server = "https://api.example.com"

  @Test(
    "may have arrived if all or part of it was sent",
    arguments: [
      HTTPError.lostWhileSending(server: server, reason: ""), .lostAnswer(server: server, reason: ""),
      .tooLarge(server: server, limit: 5), .stalled(server: server, seconds: 2, wasSending: true),
      .cancelled(server: server, wasSending: true),
    ])
  func arrived(_ error: HTTPError) { #expect(error.mayHaveArrived) }

  @Test(
    "has not arrived if nothing of it was sent",
    arguments: [
      HTTPError.noLibrary(names: []), .invalidAddress(""), .insecureAddress(""),
      .unresolved(server: server, reason: ""), .unconnected(server: server, reason: ""),
      .untrusted(server: server, reason: ""), .file(reason: ""), .failed(server: server, reason: ""),
      .stalled(server: server, seconds: 2, wasSending: false), .cancelled(server: server, wasSending: false),
    ])
  func unsent(_ error: HTTPError) { #expect(!error.mayHaveArrived) }

  @Test("is sent again only if the network or the server is the reason")
  func transient() {
    let transient = [
      HTTPError.unresolved(server: Self.server, reason: ""), .unconnected(server: Self.server, reason: ""),
      .lostWhileSending(server: Self.server, reason: ""), .lostAnswer(server: Self.server, reason: ""),
      .stalled(server: Self.server, seconds: 2, wasSending: false),
    ]
    let final = [
      HTTPError.noLibrary(names: []), .invalidAddress(""), .insecureAddress(""),
      .untrusted(server: Self.server, reason: ""),
      .cancelled(server: Self.server, wasSending: false), .file(reason: ""), .tooLarge(server: Self.server, limit: 5),
      .failed(server: Self.server, reason: ""),
    ]
    #expect(transient.allSatisfy(\.isTransient) && !final.contains(where: \.isTransient))
  }
}
