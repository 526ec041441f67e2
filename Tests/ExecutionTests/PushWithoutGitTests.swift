import Foundation
import Processes
import TestSupport
import Testing

@Suite("A release without git", .enabled(if: GitSSHServer.obstacle == nil))
struct PushWithoutGitTests {
  private let sandbox: GitSandbox
  private let origin: GitRemoteSandbox
  private let server: GitSSHServer

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit(
      "First",
      [
        "VERSION": "1.0.0\n",
        "Releasefile": "manifests: [{plain: VERSION}]\nlanes: {release: {steps: [bump: patch, commit, tag, push]}}\n",
      ])
    origin = try sandbox.addRemote()
    try sandbox.git("push", "--quiet", "origin", "main")
    server = try GitSSHServer(in: sandbox.folder, environment: sandbox.environment)
    try sandbox.git("remote", "set-url", "origin", server.address(of: origin.path))
    sandbox.environment["CI"] = "true"
    sandbox.environment["SSH_AUTH_SOCK"] = try server.startAgent(environment: sandbox.environment)
    try sandbox.folder.write("home/.ssh/known_hosts", sandbox.folder.read("ssh-known") ?? "")
  }

  private func release(_ options: String...) throws -> CommandResult {
    try Command(
      MartletProgram.path(), ["run", "release", "--yes"] + options, environment: sandbox.environment,
      directory: sandbox.path
    ).run()
  }

  @Test(
    "uses ssh through libgit2, the branch first, if that is selected or git is missing",
    arguments: [true, false])
  func ssh(isChosen: Bool) throws {
    let path = sandbox.environment["PATH"]
    if !isChosen { sandbox.environment["PATH"] = "/nowhere" }
    let result = isChosen ? try release("--transport", "libgit2") : try release()
    sandbox.environment["PATH"] = path
    #expect(result.termination == .exited(status: 0), "\(result.errorText)")
    #expect(result.outputText.contains("main, 1.0.1 → origin"))
    #expect(result.outputText.contains("one after the other, the branch first"))
    #expect(try origin.reference("refs/heads/main") == sandbox.git("rev-parse", "main"))
    #expect(try origin.reference("refs/tags/1.0.1") == sandbox.git("rev-parse", "1.0.1"))
    #expect(try sandbox.git("rev-parse", "refs/remotes/origin/main") == sandbox.git("rev-parse", "main"))
  }

  @Test(
    "is refused without credentials that the server accepts, and for an unknown host",
    arguments: [true, false])
  func notLetIn(isHostKnown: Bool) throws {
    if isHostKnown {
      sandbox.environment["SSH_AUTH_SOCK"] = nil
    } else {
      try sandbox.folder.write("home/.ssh/known_hosts", "")
    }
    let result = try release("--transport", "libgit2")
    #expect(result.termination == .exited(status: 4), "\(result.errorText)")
    let words =
      isHostKnown
      ? "error: `origin` rejected the credentials, or there are none\n"
      : "error: the host key or certificate of `origin` is not trusted\n"
    #expect(result.errorText.contains(words), "\(result.errorText)")
    #expect(try sandbox.git("status", "--porcelain") == "")
    #expect(try origin.git("tag") == "")
  }
}
