import Git
import MartletCore
import TestSupport
import Testing

@Suite("The check whether a remote accepts a push")
struct RemoteProbeTests {
  /// The problem; nil if there is none. Nothing may have changed.
  private func problem(
    _ fixture: PushFixture, pushing commit: ObjectID?, within limit: Duration = .seconds(60)
  ) throws
    -> TransportError?
  {
    let before = try fixture.remote.git("for-each-ref")
    let repository = try fixture.sandbox.repository()
    let result = Result { () throws(TransportError) in
      try RemoteProbe(of: repository, pushing: commit, within: limit).run(on: "origin")
    }
    #expect(try fixture.remote.git("for-each-ref") == before)
    if case .failure(let error) = result { return error }
    return nil
  }

  @Test("passes if it does", arguments: Way.possible)
  func takes(way: Way) throws {
    let fixture = try PushFixture(way)
    #expect(try problem(fixture, pushing: fixture.commit) == nil)
    #expect(try problem(fixture, pushing: nil) == nil)
    #expect(try fixture.sandbox.git("for-each-ref", "refs/martlet") == "")
  }

  @Test("reports a missing atomic push", arguments: Way.possible)
  func atomic(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.remote.git("config", "receive.advertiseAtomic", "false")
    #expect(try problem(fixture, pushing: fixture.commit) == .noAtomicPush(remote: "origin"))
  }

  @Test(
    "reports a user who may only read",
    .enabled(if: GitHTTPServer.obstacle == nil, Comment(rawValue: GitHTTPServer.obstacle ?? "")))
  func readOnly() throws {
    let fixture = try PushFixture(.gitOverHTTP, .readOnly)
    #expect(try problem(fixture, pushing: nil) == nil)
    guard case .credentials(remote: "origin", _) = try problem(fixture, pushing: fixture.commit) else {
      Issue.record("expected the credentials to be refused")
      return
    }
  }

  @Test("ends after its time limit", arguments: [true, false])
  func silence(isPushed: Bool) throws {
    let fixture = try PushFixture()
    try fixture.sandbox.git("remote", "set-url", "origin", "ssh://example.com/CoolApp.git")
    fixture.sandbox.environment["GIT_SSH_COMMAND"] = "tail -f /dev/null #"
    #expect(
      try problem(fixture, pushing: isPushed ? fixture.commit : nil, within: .milliseconds(500))
        == .silent(remote: "origin", host: "example.com", isPushed ? .rehearse : .read, limit: .milliseconds(500)))
  }

  @Test("requires a remote")
  func unknown() throws {
    let probe = RemoteProbe(of: try PushFixture().sandbox.repository(), pushing: nil, within: .seconds(60))
    #expect(throws: TransportError.noRemote("elsewhere")) { try probe.run(on: "elsewhere") }
  }
}
