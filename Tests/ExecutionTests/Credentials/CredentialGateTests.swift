import Foundation
import Lanes
import MartletCore
import TestSupport
import Testing

@testable import Execution

@Suite("The gate for credentials")
struct CredentialGateTests {
  private static let blog = CredentialUse(
    ["BLOG_TOKEN"], at: "https://blog.example.org/micropub", for: "channel `blog`")

  /// A gate whose user has the home folder `home`.
  private func gate(
    _ values: [String: String], user: [String: String] = [:], home: TemporaryFolder? = nil
  ) throws -> CredentialGate {
    var user = user
    if let home { user["HOME"] = home.path }
    return CredentialGate(values: StepEnvironment(values), user: user)
  }

  /// The folder of the file with bindings, below a home folder.
  private static var folder: String {
    #if canImport(Darwin)
      "Library/Application Support/martlet"
    #else
      ".config/martlet"
    #endif
  }

  @Test("a command that only looks gets no credential, not even for a server that it belongs to")
  func closed() throws {
    var gate = try gate(["GITHUB_TOKEN": "t"])
    let use = CredentialUse(["GITHUB_TOKEN"], at: "https://api.github.com", for: "x")
    #expect(throws: WithheldCredential.self) { try gate.credential(for: use) }
    #expect(try gate.optionalCredential(for: use) == nil)
    #expect(throws: WithheldCredential.self) { try gate.webhook(["GITHUB_TOKEN"]) }
    #expect(gate.isSet(["GITHUB_TOKEN"]))
    gate.open(prompt: nil)
    #expect(try gate.credential(for: use)?.secret.exposed == "t")
    #expect(try gate.optionalCredential(for: use)?.variable == "GITHUB_TOKEN")
  }

  @Test("the first variable that belongs to the server is used, also if another one is set before it")
  func order() throws {
    var gate = try gate(
      ["GITHUB_TOKEN": "public", "GH_TOKEN": "", "GH_ENTERPRISE_TOKEN": "own"],
      user: ["MARTLET_TOKEN_HOSTS": "GH_ENTERPRISE_TOKEN=git.example.com"])
    gate.open(prompt: nil)
    let names = ["GITHUB_TOKEN", "GH_TOKEN", "GH_ENTERPRISE_TOKEN"]
    let own = CredentialUse(names, at: "https://git.example.com/api/v3", for: "x")
    #expect(try gate.credential(for: own)?.variable == "GH_ENTERPRISE_TOKEN")
    let open = CredentialUse(names, at: "https://api.github.com", for: "x")
    #expect(try gate.credential(for: open)?.variable == "GITHUB_TOKEN")
    #expect(try gate.credential(for: CredentialUse(["OTHER"], at: "https://api.github.com", for: "x")) == nil)
  }

  @Test("without a terminal, another server is an error with the line to add, which then works, in both places")
  func unattended() throws {
    let home = try TemporaryFolder()
    var gate = try gate(["BLOG_TOKEN": "t"], home: home)
    gate.open(prompt: nil)
    let failure = #expect(throws: Failure.self) { try gate.credential(for: Self.blog) }
    #expect(failure?.exit == .credentials && failure?.code == .tokenHost)
    #expect(
      failure?.firstMessage
        == "channel `blog` would send `BLOG_TOKEN` to `blog.example.org`, which you have not allowed")
    #expect(
      failure?.diagnostics.first?.hint
        == "if it is a token of that server, add `BLOG_TOKEN=blog.example.org` to the variable `MARTLET_TOKEN_HOSTS`, "
        + "or the line `- BLOG_TOKEN=blog.example.org` to `\(home.path)/\(Self.folder)/hosts.yml`")
    #expect(try gate.optionalCredential(for: Self.blog) == nil)
    var allowed = try self.gate(["BLOG_TOKEN": "t"], user: ["MARTLET_TOKEN_HOSTS": "BLOG_TOKEN=blog.example.org"])
    allowed.open(prompt: nil)
    #expect(try allowed.credential(for: Self.blog)?.secret.exposed == "t")
    try home.write("\(Self.folder)/hosts.yml", "- BLOG_TOKEN=blog.example.org\n")
    try home.setMode(0o600, of: "\(Self.folder)/hosts.yml")
    var listed = try self.gate(["BLOG_TOKEN": "t"], home: home)
    listed.open(prompt: nil)
    #expect(try listed.credential(for: Self.blog)?.secret.exposed == "t")
  }

  @Test("a user at a terminal is prompted once, and the answer is kept in a file that only the user can write")
  func prompted() throws {
    let home = try TemporaryFolder()
    var questions: [String] = []
    for _ in 1...2 {
      var gate = try gate(["BLOG_TOKEN": "t", "SHOP_TOKEN": "s"], home: home)
      gate.open {
        questions.append($0)
        return true
      }
      #expect(try gate.credential(for: Self.blog)?.secret.exposed == "t")
      let shop = CredentialUse(["SHOP_TOKEN"], at: "https://shop.example.org:8443/", for: "x")
      #expect(try gate.credential(for: shop)?.secret.exposed == "s")
    }
    #expect(
      questions == [
        "Send `BLOG_TOKEN` to `blog.example.org`? This project has not done so before.",
        "Send `SHOP_TOKEN` to `shop.example.org:8443`? This project has not done so before.",
      ])
    #expect(
      home.read("\(Self.folder)/hosts.yml") == """
        # The servers that Martlet may send the token in a variable to: a line `- NAME=host` or `- NAME=host:port` for each.
        - BLOG_TOKEN=blog.example.org
        - SHOP_TOKEN=shop.example.org:8443

        """)
    let attributes = try FileManager.default.attributesOfItem(atPath: "\(home.path)/\(Self.folder)/hosts.yml")
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("a user who answers no gets the error, and the file stays as it is")
  func declined() throws {
    let home = try TemporaryFolder()
    var gate = try gate(["BLOG_TOKEN": "t"], home: home)
    gate.open { _ in false }
    #expect(throws: Failure.self) { try gate.credential(for: Self.blog) }
    #expect(home.read("\(Self.folder)/hosts.yml") == nil)
  }

  @Test("a file that other users can write is refused, and so is one of another form")
  func unsafe() throws {
    let home = try TemporaryFolder()
    let file = "\(Self.folder)/hosts.yml"
    func message() throws -> String? {
      var gate = try gate(["BLOG_TOKEN": "t"], home: home)
      gate.open { _ in true }
      let failure = #expect(throws: Failure.self) { try gate.credential(for: Self.blog) }
      return failure.map { $0.firstMessage.replacing(home.path, with: "~") }
    }
    try home.write(file, "- BLOG_TOKEN=blog.example.org\n")
    let rule = "`~/\(file)` may name servers for tokens only while no other user can change it, but"
    try home.setMode(0o620, of: file)
    #expect(try message() == "\(rule) other users can write `~/\(file)`")
    try home.setMode(0o602, of: file)
    #expect(try message() == "\(rule) other users can write `~/\(file)`")
    try home.setMode(0o600, of: file)
    try home.setMode(0o777, of: Self.folder)
    #expect(try message() == "\(rule) other users can write `~/\(Self.folder)`")
    try home.setMode(0o700, of: Self.folder)
    try home.write(file, "BLOG_TOKEN: blog.example.org\n")
    #expect(
      try message()
        == "`a mapping` in `~/\(file)` is not a variable with its server, expected one such as `BLOG_TOKEN=blog.example.org`"
    )
    try home.write(file, "- '*=blog.example.org'\n")
    #expect(
      try message()
        == "`*=blog.example.org` in `~/\(file)` is not a variable with its server, expected one such as `BLOG_TOKEN=blog.example.org`"
    )
    try home.remove(file)
    try home.makeFolder(file)
    #expect(try message() == "\(rule) it is not a regular file")
  }

  @Test("without encryption, and for an address without a server, no binding helps")
  func insecure() throws {
    var gate = try gate(
      ["T": "t"], user: ["MARTLET_TOKEN_HOSTS": "T=vm:18431,T=vm,T=127.0.0.1:18431"])
    gate.open { _ in true }
    func message(_ address: String) throws -> String? {
      let use = CredentialUse(["T"], at: address, for: "the push")
      return #expect(throws: Failure.self) { try gate.credential(for: use) }?.firstMessage
    }
    #expect(
      try message("http://vm:18431/o/t.git")
        == "the push would send `T` without encryption to `http://vm:18431/o/t.git`")
    #expect(try message("http://127.1:18431/") == "the push would send `T` without encryption to `http://127.1:18431/`")
    #expect(
      try message("ssh://vm/o/t.git") == "the push would send `T` to `ssh://vm/o/t.git`, which does not show a server")
    #expect(try gate.credential(for: CredentialUse(["T"], at: "http://127.0.0.1:18431/", for: "x"))?.variable == "T")
  }

  @Test("files of the repository have values, and name neither servers nor the user's folder")
  func projectFiles() throws {
    let home = try TemporaryFolder()
    try home.write("evil/martlet/hosts.yml", "- BLOG_TOKEN=blog.example.org\n")
    let sandbox = try GitSandbox()
    var environment = sandbox.environment
    environment["HOME"] = home.path
    let workspace = try Workspace(containing: sandbox.path, environment: environment)
    var project = StepEnvironment(environment)
    try project.add(
      SourceText(
        path: ".env",
        text: """
          BLOG_TOKEN=from .env
          MARTLET_TOKEN_HOSTS=BLOG_TOKEN=blog.example.org
          XDG_CONFIG_HOME=\(home.path)/evil
          GITHUB_ACTIONS=true
          GITHUB_SERVER_URL=https://blog.example.org
          GITHUB_TOKEN=from .env
          GIT_SSH_COMMAND=evil
          SSL_CERT_FILE=evil.pem
          """))
    workspace.use(project, user: environment)
    workspace.credentials.open(prompt: nil)
    #expect(throws: Failure.self) { try workspace.credentials.credential(for: Self.blog) }
    let github = CredentialUse(["GITHUB_TOKEN"], at: "https://blog.example.org", for: "x")
    #expect(throws: Failure.self) { try workspace.credentials.credential(for: github) }
    let own = CredentialUse(["GITHUB_TOKEN"], at: "https://api.github.com", for: "x")
    #expect(try workspace.credentials.credential(for: own)?.secret.exposed == "from .env")
    #expect(workspace.environment["BLOG_TOKEN"] == "from .env")
    #expect(workspace.userEnvironment["GIT_SSH_COMMAND"] == nil && workspace.userEnvironment["SSL_CERT_FILE"] == nil)
  }
}
