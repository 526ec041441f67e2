import Execution
import Lanes
import MartletCore
import TestSupport
import Testing

@Suite("A forge that fails", .enabled(if: ForgeServer.obstacle == nil))
struct ForgeFaultTests {
  private static let kinds = Forge.all

  @Test("gets a read request again after 502, and after a list that is cut off", arguments: kinds)
  func readsAgain(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    _ = try forge.client.publish(forge.draftWithAssets(), as: ForgeFixture.text).get()
    for fault in [#"{"kind": "status", "status": 502}"#, #"{"kind": "cut-body"}"#] {
      try forge.server.add(fault: fault)
    }
    #expect(try forge.client.releases().get().map(\.tag) == ["v1.5.0"])
    #expect(
      forge.log.waits == [
        "1 s: status 502", "2 s: lost the connection to `127.0.0.1` before it answered",
      ])
  }

  @Test(
    "leaves open whether a draft was made when its answer is lost, and is not asked for a second one",
    arguments: [Forge.github, .forgejo])
  func lostDraft(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    let name = forge.client.forge.name
    for (fault, message, note) in [
      (
        #"{"kind": "lose-answer"}"#, "\(name) may have performed the request, but its answer was lost",
        "lost the connection to `127.0.0.1` before it answered"
      ),
      (
        #"{"kind": "status-after", "status": 504}"#,
        "\(name) answered with status 504, and may have performed the request", "status 504: scripted"
      ),
    ] {
      try forge.server.add(fault: fault)
      #expect(
        forge.client.createDraft(text("v1.\(note.count)"))
          == .maybeDone(
            Failure(
              message, hint: "run `martlet finish`: it reads the release first", notes: [note], code: .answerLost)))
    }
    #expect(try forge.client.releases().get().count == 2)
    #expect(try forge.requests().filter { $0.hasPrefix("POST") } == ["POST /releases lost", "POST /releases 504"])
  }

  @Test("may have published the release if the answer is lost", arguments: kinds)
  func lostPublication(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    let draft = try forge.draftWithAssets()
    try forge.server.add(fault: #"{"kind": "lose-answer", "method": "\#(kind == .gitlab ? "POST" : "PATCH")"}"#)
    guard case .maybeDone = forge.client.publish(draft, as: ForgeFixture.text) else {
      Issue.record("the answer was lost")
      return
    }
    #expect(try forge.client.release(tagged: "v1.5.0").get().assets.count == 2)
  }

  @Test("may have stored a file if the connection breaks during or after the upload", arguments: kinds)
  func lostUpload(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    let draft = try forge.client.createDraft(ForgeFixture.text).get()
    for (fault, arrived) in [("lose-upload", 0), ("lose-answer", 1)] {
      try forge.server.add(fault: #"{"kind": "\#(fault)", "method": "\#(kind == .gitlab ? "PUT" : "POST")"}"#)
      let size = fault == "lose-upload" ? 20_000_000 : 10
      guard
        case .maybeDone(let failure) = forge.client.upload(
          try forge.asset("tool.zip", String(repeating: "x", count: size)), to: draft)
      else {
        Issue.record("the connection was lost")
        continue
      }
      #expect(failure.code == .answerLost)
      switch forge.client.release(id: draft.id) {
      case .done(let release): #expect(release.assets.count == arrived)
      case let other: #expect(kind == .gitlab && arrived == 0, "\(other)")
      }
    }
  }

  @Test("keeps an empty asset after a failed upload to GitHub, which can be deleted")
  func starter() throws {
    let forge = try ForgeFixture(.github)
    let draft = try forge.client.createDraft(ForgeFixture.text).get()
    try forge.server.add(fault: #"{"kind": "starter", "method": "POST"}"#)
    guard case .maybeDone = forge.client.upload(try forge.asset("tool.zip", "zip"), to: draft) else {
      Issue.record("502 leaves it open")
      return
    }
    let remains = try #require(try forge.client.release(id: draft.id).get().assets.first)
    #expect(!remains.isComplete && remains.size == 0 && remains.digest == nil)
    try forge.client.delete(remains, of: draft).get()
    #expect(try forge.client.upload(forge.asset("tool.zip", "zip"), to: draft).get().isComplete)
  }

  @Test("may answer 404 just after a draft was created on GitHub: the file is sent again")
  func notThereYet() throws {
    let forge = try ForgeFixture(.github)
    let draft = try forge.client.createDraft(ForgeFixture.text).get()
    try forge.server.add(
      fault: #"{"kind": "status", "status": 404, "method": "POST", "times": 2, "body": {"message": "Not Found"}}"#)
    #expect(try forge.client.upload(forge.asset("tool.zip", "zip"), to: draft).get().name == "tool.zip")
    #expect(forge.log.waits == ["1 s: status 404", "2 s: status 404"])
  }

  @Test("may store a file under another name, which is in the answer")
  func renamed() throws {
    let forge = try ForgeFixture(.github)
    let draft = try forge.client.createDraft(ForgeFixture.text).get()
    try forge.server.add(fault: #"{"kind": "rename", "method": "POST"}"#)
    #expect(try forge.client.upload(forge.asset("tool.zip", "zip"), to: draft).get().name == "renamed.tool.zip")
  }

  @Test("limits the rate of requests: the client waits for the reported time")
  func rateLimit() throws {
    let forge = try ForgeFixture(.github)
    for headers in [#"{"Retry-After": "30"}"#, #"{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1"}"#, "{}"] {
      try forge.server.add(
        fault: """
          {"kind": "status", "status": 403, "headers": \(headers), "method": "POST",
           "body": {"message": "You have exceeded a secondary rate limit."}}
          """)
    }
    #expect(try forge.client.createDraft(ForgeFixture.text).get().isDraft)
    #expect(
      forge.log.waits == [
        "30 s: rate limit, status 403", "1 s: rate limit, status 403", "240 s: rate limit, status 403",
      ])
    #expect(try forge.client.releases().get().count == 1)
  }

  @Test("requires a wait above the limit: the client does not wait")
  func longLimit() throws {
    let forge = try ForgeFixture(.github)
    try forge.server.add(
      fault: """
        {"kind": "status", "status": 429, "headers": {"Retry-After": "3600"}, "body": {"message": "Slow down."}}
        """)
    #expect(
      forge.client.createDraft(ForgeFixture.text)
        == .limited(
          seconds: 3600,
          Failure(
            "GitHub accepts no further requests for 3600 seconds", hint: "run `martlet finish` after that",
            notes: ["status 429: Slow down."], code: .rateLimit)))
  }

  @Test("answers with a page: the answer is refused", arguments: kinds)
  func page(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    let name = forge.client.forge.name
    try forge.server.add(fault: #"{"kind": "html"}"#)
    let page = forge.client.releases().failure
    #expect(page?.firstMessage == "the answer of \(name) is not JSON, status 200")
    let hint = try #require(page?.diagnostics.first?.hint)
    #expect(hint.hasPrefix("a proxy may have answered: run `curl -i '\(forge.client.location.api)/"), "\(hint)")
    try forge.server.add(fault: #"{"kind": "status", "status": 404, "text": "<html>Not found</html>"}"#)
    #expect(
      forge.client.releases().failure?.firstMessage
        == "`\(forge.client.location.api)` answered with a page and status 404, expected the API of \(name)")
  }

  @Test("cannot be reached: the request was not performed", arguments: kinds)
  func unreachable(_ kind: Forge) throws {
    let server = try ForgeServer()
    let remote = server.remote("owner/tool")
    let forge = try ForgeFixture(kind, server: server)
    #expect(ForgeProject(remote: remote, forge: kind) == forge.client.location)
    let port = try SilentServer().port
    let location = try #require(ForgeProject(remote: "http://127.0.0.1:\(port)/owner/tool", forge: kind))
    let client = try ForgeFixture.client(of: location, forge.log)
    guard case .refused(let failure) = client.createDraft(ForgeFixture.text) else {
      Issue.record("expected no server at the address")
      return
    }
    #expect(failure.firstMessage == "cannot connect to `127.0.0.1`")
    #expect(failure.code == .unreachable)
    #expect(forge.log.waits.count == 5)
  }

  private func text(_ tag: String) -> ReleaseDescription {
    var text = ForgeFixture.text
    text.tag = tag
    return text
  }
}
