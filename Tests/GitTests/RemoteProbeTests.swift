import Git
import TestSupport
import Testing
import Versioning

@Suite("A remote that is asked whether it takes a push")
struct RemoteProbeTests {
  private static let ways = Way.possible.filter { $0 != .libGit2OverHTTP }

  /// What is wrong; nil when nothing is. Nothing may have come of it.
  private func problem(
    _ fixture: PushFixture, pushing commit: ObjectID?, within limit: Duration = .seconds(60)
  ) throws
    -> TransportError?
  {
    let before = try fixture.remote.git("for-each-ref")
    defer { #expect((try? fixture.remote.git("for-each-ref")) == before) }
    let repository = try fixture.sandbox.repository()
    do throws(TransportError) {
      try RemoteProbe(of: repository, pushing: commit, within: limit).run(on: "origin")
      return nil
    } catch {
      return error
    }
  }

  @Test("says nothing when it does", arguments: ways)
  func takes(way: Way) throws {
    let fixture = try PushFixture(way)
    #expect(try problem(fixture, pushing: fixture.commit) == nil)
    #expect(try problem(fixture, pushing: nil) == nil)
    #expect(try fixture.sandbox.git("for-each-ref", "refs/martlet") == "")
  }

  @Test("says that it cannot take two references at once", arguments: ways)
  func atomic(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.remote.git("config", "receive.advertiseAtomic", "false")
    #expect(try problem(fixture, pushing: fixture.commit) == .noAtomicPush(remote: "origin"))
  }

  @Test(
    "says that others may read and not write",
    .enabled(if: GitHTTPServer.obstacle == nil, Comment(rawValue: GitHTTPServer.obstacle ?? "")))
  func readOnly() throws {
    let fixture = try PushFixture(.gitOverHTTP, .readOnly)
    #expect(try problem(fixture, pushing: nil) == nil)
    guard case .credentials(remote: "origin", _) = try problem(fixture, pushing: fixture.commit) else {
      Issue.record("expected the credentials to be refused")
      return
    }
  }

  @Test("is not waited for any longer than was said", arguments: [true, false])
  func silence(isPushed: Bool) throws {
    let fixture = try PushFixture()
    try fixture.sandbox.git("remote", "set-url", "origin", "ssh://example.com/CoolApp.git")
    fixture.sandbox.environment["GIT_SSH_COMMAND"] = "tail -f /dev/null #"
    #expect(
      try problem(fixture, pushing: isPushed ? fixture.commit : nil, within: .milliseconds(500))
        == .silent(remote: "origin", host: "example.com", isPushed ? .rehearse : .read, limit: .milliseconds(500)))
  }

  @Test("has to be one")
  func unknown() throws {
    let probe = RemoteProbe(of: try PushFixture().sandbox.repository(), pushing: nil, within: .seconds(60))
    #expect(throws: TransportError.noRemote("elsewhere")) { try probe.run(on: "elsewhere") }
  }
}
