import Foundation
import Git
import MartletCore
import Processes
import TestSupport
import Testing

/// A kind of server that git pushes to.
enum Way: String, CaseIterable, CustomTestStringConvertible {
  case gitToPath = "to a path"
  case gitOverHTTP = "over http"
  case gitOverSSH = "over ssh"

  var testDescription: String { rawValue }

  /// Why it cannot be tested on this machine; nil if it can.
  var obstacle: String? {
    switch self {
    case .gitToPath: nil
    case .gitOverHTTP: GitHTTPServer.obstacle
    case .gitOverSSH: GitSSHServer.obstacle
    }
  }

  static var possible: [Way] { allCases.filter { $0.obstacle == nil } }
  static var obstacles: [String] { allCases.compactMap { way in way.obstacle.map { "\(way.rawValue): \($0)" } } }
}

/// `origin` has the first commit; the second one and its tag `v1` exist only locally.
final class PushFixture {
  let sandbox: GitSandbox
  let remote: GitRemoteSandbox
  let first: ObjectID
  let commit: ObjectID
  let tag: ObjectID
  /// The credential that Martlet has for a server.
  var credential: ServerCredential?
  private let manner: GitHTTPServer.Manner
  private var httpServer: GitHTTPServer?
  private var sshServer: GitSSHServer?

  /// - Parameter manner: How an http server treats its clients.
  init(_ way: Way = .gitToPath, _ manner: GitHTTPServer.Manner = .open, user: String? = nil) throws {
    self.manner = manner
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n"])
    first = try sandbox.id("HEAD")
    remote = try sandbox.addRemote()
    try sandbox.git("push", "-q", "origin", "main")
    try sandbox.commit("Second", ["a.txt": "two\n"])
    try sandbox.git("tag", "-a", "-m", "v1", "v1")
    commit = try sandbox.id("HEAD")
    tag = try sandbox.id("refs/tags/v1")
    switch way {
    case .gitToPath: break
    case .gitOverHTTP:
      let server = try GitHTTPServer(of: sandbox.folder, environment: sandbox.environment)
      try sandbox.git("remote", "set-url", "origin", server.address(of: "origin.git", manner, user: user))
      httpServer = server
    case .gitOverSSH:
      let server = try GitSSHServer(in: sandbox.folder, environment: sandbox.environment)
      try sandbox.git("remote", "set-url", "origin", server.address(of: remote.path))
      sandbox.environment["GIT_SSH_COMMAND"] = server.command()
      sshServer = server
    }
  }

  /// The `GIT_SSH_COMMAND` for a refused key, or an unknown host.
  func sshCommand(key: String = "ssh-user", known: String = "ssh-known") -> String? {
    sshServer?.command(key: key, known: known)
  }

  /// The branch and the tag, atomically.
  var order: PushRequest {
    PushRequest(
      [
        PushedReference(commit, from: "refs/heads/main", to: "refs/heads/main", expecting: .at(first)),
        PushedReference(tag, from: "refs/tags/v1", to: "refs/tags/v1", expecting: .absent),
      ], to: "origin")
  }

  func transport(interruption: Interruption? = nil) throws -> GitTransport {
    let repository = try sandbox.repository()
    repository.interruption = interruption
    repository.serverCredential = credential
    return GitTransport(of: repository)
  }

  @discardableResult
  func push(_ order: PushRequest? = nil, interruption: Interruption? = nil) throws -> PushReport {
    try transport(interruption: interruption).push(order ?? self.order)
  }

  /// A push that must fail and leave nothing on the remote.
  func refusal(_ order: PushRequest? = nil, _ location: SourceLocation = #_sourceLocation) throws -> TransportError {
    let before = try remote.git("for-each-ref")
    let error = try failure(order, location)
    #expect(try remote.git("for-each-ref") == before, sourceLocation: location)
    return error
  }

  /// A push that must fail.
  func failure(_ order: PushRequest? = nil, _ location: SourceLocation = #_sourceLocation) throws -> TransportError {
    let error = #expect(throws: TransportError.self, sourceLocation: location) { try push(order) }
    return try #require(error, sourceLocation: location)
  }

  /// Checks that both are there, and that the remote is valid.
  func expectPushed(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(try remote.reference("refs/heads/main") == commit.hex, sourceLocation: location)
    #expect(try remote.reference("refs/tags/v1") == tag.hex, sourceLocation: location)
    #expect(try remote.git("fsck", "--strict") == "", sourceLocation: location)
  }
}

extension TransportError {
  /// The displayed form.
  var rendered: String { diagnostics.map { $0.rendered() }.joined(separator: "\n") }
}
