import Foundation
import Git
import TestSupport
import Testing

@Suite("Authentication of a push", .timeLimit(.minutes(30)))
struct PushCredentialTests {
  private static let overHTTP: [Way] = [.gitOverHTTP].filter { $0.obstacle == nil }

  private func expectNotLetIn(_ fixture: PushFixture, _ location: SourceLocation = #_sourceLocation) throws -> String {
    let error = try fixture.refusal()
    guard case .credentials("origin", let output) = error else {
      Issue.record("\(error)", sourceLocation: location)
      return ""
    }
    #expect(
      error.diagnostics.map(\.message) == ["`origin` rejected the credentials, or there are none"],
      sourceLocation: location)
    #expect(!error.mayHaveArrived, sourceLocation: location)
    return output
  }

  @Test("fails without a prompt if there is no name and password", arguments: overHTTP)
  func missing(way: Way) throws {
    _ = try expectNotLetIn(PushFixture(way, .closed))
  }

  @Test("uses the user in the address, whose password is not shown", arguments: overHTTP)
  func inAddress(way: Way) throws {
    let fixture = try PushFixture(way, .closed, user: "me:hush")
    try fixture.push()
    try fixture.expectPushed()
    let wrong = try PushFixture(way, .closed, user: "me:secret-and-wrong")
    #expect(!(try expectNotLetIn(wrong)).contains("secret-and-wrong"))
  }

  @Test("may allow to read and not to write", arguments: overHTTP)
  func readOnly(way: Way) throws {
    _ = try expectNotLetIn(PushFixture(way, .readOnly))
  }

  @Test("uses the user's credential program, which cannot prompt", .enabled(if: GitHTTPServer.obstacle == nil))
  func askpass() throws {
    let fixture = try PushFixture(.gitOverHTTP, .closed)
    try fixture.sandbox.folder.writeScript("askpass", "case $1 in Username*) echo me;; *) echo hush;; esac")
    fixture.sandbox.environment["GIT_ASKPASS"] = "\(fixture.sandbox.folder.path)/askpass"
    try fixture.push()
    try fixture.expectPushed()
  }

  @Test(
    "uses a credential for its server only, after those that git finds, and stores it nowhere",
    .enabled(if: GitHTTPServer.obstacle == nil))
  func serverCredential() throws {
    func fixture(user: String? = nil, _ password: String, at server: (String) -> String) throws -> PushFixture {
      let fixture = try PushFixture(.gitOverHTTP, .closed, user: user)
      let address = try fixture.sandbox.git("config", "remote.origin.url")
      let start = try #require(address.firstRange(of: "127.0.0.1:")).lowerBound
      let own = "http://\(address[start...].prefix { $0 != "/" })"
      fixture.credential = ServerCredential(user: "me", password: password, at: server(own))
      return fixture
    }
    let right = try fixture("hush") { $0 }
    try right.push()
    try right.expectPushed()
    #expect(right.sandbox.folder.read("work/.git/config")?.contains("hush") == false)
    // Another port, another scheme and another name of the same machine are other servers.
    _ = try expectNotLetIn(fixture("hush") { _ in "http://127.0.0.1:1" })
    _ = try expectNotLetIn(fixture("hush") { $0.replacing("http:", with: "https:") })
    _ = try expectNotLetIn(fixture("hush") { $0.replacing("127.0.0.1", with: "localhost") })
    let configured = try fixture(user: "me:hush", "wrong") { $0 }
    try configured.push()
    try configured.expectPushed()
    #expect("\(ServerCredential(user: "me", password: "hush", at: "https://a.example"))" == "me at https://a.example")
  }

  @Test("over ssh is refused for a key that the server does not accept", .enabled(if: GitSSHServer.obstacle == nil))
  func otherKey() throws {
    let fixture = try PushFixture(.gitOverSSH)
    fixture.sandbox.environment["GIT_SSH_COMMAND"] = fixture.sshCommand(key: "ssh-other")
    #expect(try expectNotLetIn(fixture).contains("Permission denied (publickey)"))
  }

  @Test(
    "is refused at a host with an unknown key", .enabled(if: GitSSHServer.obstacle == nil),
    arguments: [true, false])
  func otherHost(isKnown: Bool) throws {
    let fixture = try PushFixture(.gitOverSSH)
    let folder = fixture.sandbox.folder
    let address = (folder.read("ssh-known") ?? "").prefix { $0 != " " }
    try folder.write("ssh-wrong", isKnown ? "\(address) \(folder.read("ssh-other.pub") ?? "")" : "")
    fixture.sandbox.environment["GIT_SSH_COMMAND"] = fixture.sshCommand(known: "ssh-wrong")
    let error = try fixture.refusal()
    guard case .untrusted("origin", let output) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(output.contains("Host key verification failed"))
    #expect(error.diagnostics.map(\.message) == ["the host key or certificate of `origin` is not trusted"])
    #expect(!error.mayHaveArrived)
  }

  @Test("fails if no server is listening", arguments: overHTTP)
  func nobodyThere(way: Way) throws {
    let fixture = try PushFixture(way)
    try fixture.sandbox.git("remote", "set-url", "origin", "http://me:hush@127.0.0.1:1/origin.git")
    let error = try fixture.failure()
    guard case .unreachable("origin", let output) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(!output.contains("hush"))
  }

  @Test("fails behind a proxy that refuses", .enabled(if: GitHTTPServer.obstacle == nil))
  func proxy() throws {
    let fixture = try PushFixture(.gitOverHTTP)
    try fixture.sandbox.git("config", "http.proxy", "http://127.0.0.1:1")
    let error = try fixture.failure()
    guard case .unreachable("origin", _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(
    "fails for an expired certificate, and works with a valid one",
    .enabled(if: GitHTTPServer.obstacle == nil && LoopbackServer.path(of: "openssl") != nil), arguments: [true, false])
  func certificate(hasExpired: Bool) throws {
    let fixture = try PushFixture()
    let folder = fixture.sandbox.folder
    try makeCertificate(in: fixture.sandbox, hasExpired: hasExpired)
    let server = try GitHTTPServer(
      of: folder, environment: fixture.sandbox.environment, certificate: "\(folder.path)/server.pem")
    try fixture.sandbox.git("remote", "set-url", "origin", server.address(of: "origin.git"))
    try fixture.sandbox.git("config", "http.sslCAInfo", "\(folder.path)/server.pem")
    guard hasExpired else {
      try fixture.push()
      return try fixture.expectPushed()
    }
    let error = try fixture.refusal()
    guard case .untrusted("origin", _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(try fixture.remote.reference("refs/heads/main") == fixture.first.hex)
  }

  /// A certificate for 127.0.0.1 that is its own authority, with its key, in the file `server.pem`.
  private func makeCertificate(in sandbox: GitSandbox, hasExpired: Bool) throws {
    let (key, certificate) = ("\(sandbox.folder.path)/key.pem", "\(sandbox.folder.path)/certificate.pem")
    func openssl(_ arguments: String...) throws {
      let result = try sandbox.run("openssl", arguments + ["-out", certificate])
      #expect(result.succeeded, "\(result.errorText)")
    }
    try openssl(
      "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "1", "-subj",
      "/CN=127.0.0.1", "-addext",
      "subjectAltName=IP:127.0.0.1", "-keyout", key)
    if hasExpired { try openssl("x509", "-in", certificate, "-signkey", key, "-days", "-1") }
    let parts = ["certificate.pem", "key.pem"].compactMap(sandbox.folder.read)
    try sandbox.folder.write("server.pem", parts.joined())
  }
}
