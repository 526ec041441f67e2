import Foundation
import TestSupport
import Testing

/// The findings 1 and 6 of a security audit: a repository must not choose where a secret of the user goes.
@Suite("Tokens and servers", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct TokenHostTests {
  private static let looking: [[String]] =
    CanaryProject.lanes.flatMap { [["plan", $0], ["plan", $0, "--json"], ["run", $0, "--dry-run"]] }
    + [
      ["check"], ["doctor"], ["status"], ["version"], ["version", "--next", "auto"], ["changelog"], ["plan", "--list"],
      ["status", "--all"],
      ["announce", "--preview"], ["announce", "--dry-run"], ["verify", "1.4.2", "--dry-run"],
      ["propose", "proposed", "--dry-run"], ["undo", "--dry-run"], ["finish", "--dry-run"],
    ]

  @Test("a command that only looks sends no credential, whether or not the user has allowed the server")
  func looking() throws {
    for isAllowed in [false, true] {
      let canary = try CanaryProject()
      if isAllowed {
        canary.project.environment.allow("AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", at: canary.server.address)
      }
      let before = try canary.state()
      for words in Self.looking { _ = try canary.project.martlet(words) }
      #expect(canary.leaks == [])
      #expect(canary.server.requests.allSatisfy { !$0.contains("Authorization") }, "\(canary.server.requests)")
      #expect(try canary.state() == before)
    }
  }

  @Test("a plan shows what only a run can compare", arguments: ["tree", "docs", "tap"])
  func plan(lane: String) throws {
    let canary = try CanaryProject()
    let folder = try TemporaryFolder()
    try canary.project.shell("git clone -q --bare . \(folder.path)/t.git")
    let git = try GitHTTPServer(of: folder, environment: canary.project.environment)
    let releasefile = try #require(canary.project.read("Releasefile"))
    try canary.project.write(
      "Releasefile",
      releasefile.replacing("\(canary.server.address)/o/t.git", with: git.address(of: "t.git", .closed)))
    let outcome = try canary.project.martlet("plan", lane)
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output.contains("compared when it runs"), "\(outcome.output)")
    // A server that needs no credential is compared in the plan.
    try canary.project.write(
      "Releasefile", releasefile.replacing("\(canary.server.address)/o/t.git", with: git.address(of: "t.git")))
    if lane == "tree" {
      #expect(try canary.project.martlet("plan", lane).output.contains("1 added"))
    }
  }

  @Test("without a terminal, a server that the user has not allowed is an error before anything changes")
  func acting() throws {
    for lane in CanaryProject.lanes where lane != "proposed" {
      let canary = try CanaryProject()
      let before = try canary.state()
      let outcome = try canary.project.martlet("run", lane, "--yes")
      #expect(outcome.status == 4, "\(lane): \(outcome.output)\(outcome.errors)")
      #expect(outcome.code == "token-host", "\(lane): \(outcome.errors)")
      #expect(outcome.errors.contains("which you have not allowed"), "\(lane): \(outcome.errors)")
      #expect(canary.leaks == [], "\(lane)")
      #expect(try canary.state() == before, "\(lane)")
    }
    let canary = try CanaryProject()
    for words in [["propose", "proposed", "--yes"], ["announce", "--lane", "blog", "--yes"]] {
      let outcome = try canary.project.martlet(words)
      #expect(outcome.status == 4, "\(words): \(outcome.errors)")
    }
    #expect(canary.leaks == [])
  }

  @Test("the message has the line to add, and with it the token is sent")
  func hint() throws {
    let canary = try CanaryProject()
    let server = canary.server.address.dropFirst("http://".count)
    let outcome = try canary.project.martlet("run", "tree", "--yes")
    #expect(
      outcome.errors == """
        error: the push to `main of http://\(server)/o/t.git` would send `AWS_SECRET_ACCESS_KEY` to `\(server)`, which you have not allowed
         --> Releasefile:8:18
        hint: if it is a token of that server, add `AWS_SECRET_ACCESS_KEY=\(server)` to the variable `MARTLET_TOKEN_HOSTS`, or the line `- AWS_SECRET_ACCESS_KEY=\(server)` to `$ROOT/home/\(Self.configuration)/martlet/hosts.yml`
        """)
    canary.project.environment["MARTLET_TOKEN_HOSTS"] = "AWS_SECRET_ACCESS_KEY=\(server)"
    #expect(try canary.project.martlet("run", "tree", "--yes").code != "token-host")
    #expect(
      canary.leaks.first
        == "GET /o/t.git/info/refs?service=git-upload-pack Authorization: Basic x-access-token:\(CanaryProject.secret)")
    // The same port of another name is another server.
    canary.project.environment["MARTLET_TOKEN_HOSTS"] =
      "AWS_SECRET_ACCESS_KEY=localhost:\(server.split(separator: ":")[1])"
    #expect(try canary.project.martlet("run", "tree", "--yes").code == "token-host")
    // Neither a file of the repository nor its variables count.
    canary.project.environment["MARTLET_TOKEN_HOSTS"] = nil
    try canary.project.write(
      ".env", "MARTLET_TOKEN_HOSTS=AWS_SECRET_ACCESS_KEY=\(server)\nXDG_CONFIG_HOME=\(canary.project.folder)\n")
    try canary.project.write("martlet/hosts.yml", "- AWS_SECRET_ACCESS_KEY=\(server)\n")
    #expect(try canary.project.martlet("run", "tree", "--yes").code == "token-host")
  }

  private static var configuration: String {
    #if canImport(Darwin)
      "Library/Application Support"
    #else
      ".config"
    #endif
  }

  @Test("`verify` reads without a token where the user has not allowed the server, and with it where it belongs")
  func verify() throws {
    let canary = try CanaryProject()
    #expect(try canary.project.martlet("verify", "1.4.2").status == 1)
    #expect(!canary.server.requests.isEmpty)
    #expect(canary.leaks == [])
    canary.project.environment.allow("AWS_SECRET_ACCESS_KEY", at: canary.server.address)
    #expect(try canary.project.martlet("verify", "1.4.2").status == 1)
    #expect(!canary.leaks.isEmpty)
  }

  @Test("a redirect of a git server gets no token, and stops the run", arguments: ["tree", "docs", "tap"])
  func redirect(lane: String) throws {
    let canary = try CanaryProject()
    let other = try CanaryServer()
    let first = try CanaryServer(redirectingTo: other.otherAddress)
    let releasefile = try #require(canary.project.read("Releasefile"))
    try canary.project.write("Releasefile", releasefile.replacing(canary.server.address, with: first.address))
    canary.project.environment.allow("AWS_SECRET_ACCESS_KEY", at: first.address)
    let outcome = try canary.project.martlet("run", lane, "--yes")
    #expect(outcome.status != 0)
    #expect(
      first.requests.contains { $0.contains("Basic x-access-token:\(CanaryProject.secret)") }, "\(first.requests)")
    #expect(other.requests == [])
  }

  @Test("a password in the address of the remote goes to no other server by a redirect, either")
  func redirectOfPassword() throws {
    let canary = try CanaryProject()
    let other = try CanaryServer()
    let first = try CanaryServer(redirectingTo: other.otherAddress)
    try canary.project.git(
      "config", "remote.origin.url", first.address.replacing("//", with: "//me:\(CanaryProject.secret)@") + "/o/n.git")
    try canary.project.write(
      "Releasefile",
      "manifests: [{plain: VERSION}]\nlanes: {t: {steps: [publish_files: {files: {a: VERSION}, repository: o/t}]}}\n")
    #expect(try canary.project.martlet("run", "t", "--yes").status != 0)
    #expect(!first.requests.isEmpty)
    #expect(other.requests == [])
  }

  @Test(
    "no token is sent without encryption to another machine, even if the user has allowed the server",
    arguments: ["http://vm:18431", "http://127.1:18431", "http://127.0.0.1.evil.invalid", "http://2130706433:1"])
  func plain(address: String) throws {
    let canary = try CanaryProject()
    canary.project.environment.allow("AWS_SECRET_ACCESS_KEY", at: address)
    let releasefile = try #require(canary.project.read("Releasefile"))
    // The keys of the forge and the channels accept no such address at all.
    let lanes = try #require(releasefile.firstRange(of: "lanes:")).lowerBound
    try canary.project.write(
      "Releasefile",
      "manifests: [{plain: VERSION}]\n"
        + releasefile[lanes...].replacing(canary.server.address, with: address)
        .split(separator: "\n").filter { !$0.contains("announce") }.joined(separator: "\n"))
    for lane in ["tree", "docs", "tap"] {
      let outcome = try canary.project.martlet("run", lane, "--yes")
      #expect(outcome.status == 4, "\(lane): \(outcome.errors)")
      #expect(outcome.errors.contains("would send `AWS_SECRET_ACCESS_KEY` without encryption to"), "\(outcome.errors)")
    }
  }
}
