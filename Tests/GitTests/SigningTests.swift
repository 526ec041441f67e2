import Foundation
import Git
import MartletCore
import Processes
import TestSupport
import Testing

/// The programs on this machine.
private func has(_ program: String) -> Bool {
  Command(program, environment: ProcessInfo.processInfo.environment).canBeFound
}

@Suite("A signature")
struct SigningTests {
  private let sandbox: GitSandbox

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n"])
    try sandbox.write("a.txt", "two\n")
    try sandbox.git("config", "commit.gpgSign", "true")
    try sandbox.git("config", "tag.gpgSign", "true")
  }

  /// Creates a commit and a tag of it; git must verify both.
  private func expectGoodSignatures() throws {
    let repository = try sandbox.repository()
    let id = try repository.createCommit(try sandbox.order(["a.txt"], "Signed\n\nBody"))
    let tag = TagRequest(name: "v1", commit: id, message: "Release\n\n# Notes", now: 1_800_000_000)
    let object = try repository.createTag(tag)
    let commitCheck = try sandbox.attempt("verify-commit", id.hex)
    #expect(commitCheck.succeeded, "\(commitCheck.errorText)")
    let tagCheck = try sandbox.attempt("verify-tag", "v1")
    #expect(tagCheck.succeeded, "\(tagCheck.errorText)")
    #expect(try sandbox.git("fsck", "--strict") == "")
    #expect(try sandbox.git("log", "-1", "--format=%B", id.hex) == "Signed\n\nBody")
    #expect(try sandbox.git("tag", "-l", "--format=%(contents:subject)|%(contents:body)", "v1") == "Release|# Notes")
    #expect(try repository.commit(id).message == "Signed\n\nBody\n")
    #expect(try repository.tag(named: "v1")?.object == object)
  }

  /// A new OpenPGP key in a separate home.
  private func makeOpenPGPKey(
    _ options: [String] = [], passphrase: String = "", expiry: String = "never"
  ) throws {
    // The agent's socket needs a short path.
    let home = "/tmp/mg-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(
      atPath: home, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    sandbox.environment["GNUPGHOME"] = home
    let made = try sandbox.run(
      "gpg",
      [
        "--batch", "--quiet", "--passphrase", passphrase,
      ] + options + [
        "--quick-generate-key", "C. Committer <committer@example.com>", "default", "sign", expiry,
      ])
    #expect(made.succeeded, "\(made.errorText)")
  }

  private func removeOpenPGPHome() {
    guard let home = sandbox.environment["GNUPGHOME"] else { return }
    _ = try? sandbox.run("gpgconf", ["--kill", "all"])
    try? FileManager.default.removeItem(atPath: home)
  }

  @Test("by gpg is valid, with the committer's key or a named one", .enabled(if: has("gpg")), arguments: [true, false])
  func openPGP(isNamed: Bool) throws {
    defer { removeOpenPGPHome() }
    try makeOpenPGPKey()
    if isNamed {
      try sandbox.git("config", "user.signingKey", "committer@example.com")
      try sandbox.git("config", "gpg.openpgp.program", "gpg")
      sandbox.environment["GIT_COMMITTER_NAME"] = "Somebody Else"
    }
    try expectGoodSignatures()
  }

  @Test("by gpg without a key fails, and changes nothing", .enabled(if: has("gpg")))
  func openPGPWithoutKey() throws {
    defer { removeOpenPGPHome() }
    try makeOpenPGPKey()
    try sandbox.git("config", "user.signingKey", "nobody@example.com")
    let before = try sandbox.fingerprint()
    let repository = try sandbox.repository()
    let error = #expect(throws: GitError.self) { try repository.createCommit(try sandbox.order(["a.txt"])) }
    guard case .signingFailed("gpg", let output) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(output.contains("gpg failed to sign the data"))
    let tag = TagRequest(name: "v1", commit: try sandbox.id("HEAD"), message: "m", now: 0)
    #expect(throws: GitError.self) { try repository.createTag(tag) }
    #expect(try sandbox.fingerprint() == before)
  }

  private func makeSSHKey(passphrase: String = "") throws -> String {
    let key = "\(sandbox.folder.path)/home/key"
    let made = try sandbox.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", passphrase, "-C", "c", "-f", key])
    #expect(made.succeeded, "\(made.errorText)")
    try sandbox.git("config", "gpg.format", "ssh")
    let publicKey = sandbox.folder.read("home/key.pub") ?? ""
    try sandbox.folder.write("home/signers", "committer@example.com \(publicKey)")
    try sandbox.git("config", "gpg.ssh.allowedSignersFile", "\(sandbox.folder.path)/home/signers")
    return publicKey.trimmingCharacters(in: .newlines)
  }

  @Test(
    "by ssh is valid, with a key in a file", .enabled(if: has("ssh-keygen")),
    arguments: ["~/key", "~/key.pub", "../home/key"])
  func sshFile(setting: String) throws {
    _ = try makeSSHKey()
    try sandbox.git("config", "user.signingKey", setting)
    try expectGoodSignatures()
  }

  @Test(
    "by ssh is valid, with a key in the agent", .enabled(if: has("ssh-keygen") && has("ssh-agent")),
    arguments: ["key::", "", "command"])
  func sshAgent(prefix: String) throws {
    let key = try makeSSHKey()
    let agent = try sandbox.run("ssh-agent", ["-s"]).outputText
    func variable(_ name: String) -> String? {
      agent.split(separator: "\n").first { $0.hasPrefix("\(name)=") }
        .map { String($0.dropFirst(name.count + 1).prefix { $0 != ";" }) }
    }
    sandbox.environment["SSH_AUTH_SOCK"] = variable("SSH_AUTH_SOCK")
    defer { if let agent = variable("SSH_AGENT_PID").flatMap(Int32.init) { kill(agent, SIGTERM) } }
    #expect(try sandbox.run("ssh-add", ["-q", "\(sandbox.folder.path)/home/key"]).succeeded)
    try sandbox.folder.remove("home/key")
    if prefix == "command" {
      try sandbox.git("config", "gpg.ssh.defaultKeyCommand", "echo 'key::\(key)'; echo another")
    } else {
      try sandbox.git("config", "user.signingKey", prefix + key)
    }
    try expectGoodSignatures()
  }

  @Test("by ssh with a passphrase fails immediately without a terminal", .enabled(if: has("ssh-keygen")))
  func sshPassphrase() throws {
    _ = try makeSSHKey(passphrase: "secret")
    try sandbox.git("config", "user.signingKey", "~/key")
    let before = try sandbox.fingerprint()
    let repository = try sandbox.repository()
    let error = #expect(throws: GitError.self) { try repository.createCommit(try sandbox.order(["a.txt"])) }
    guard case .signingFailed("ssh-keygen", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try sandbox.fingerprint() == before)
  }

  @Test(
    "that is impossible is refused with a message",
    arguments: [
      ("ssh", nil, "signing is on, but there is no key for the format `ssh`"),
      ("openpgp", "/no/such/gpg", "`/no/such/gpg` could not sign"),
      ("x509", "/no/such/gpgsm", "`/no/such/gpgsm` could not sign"),
      ("pgp", nil, "`pgp` in `gpg.format` is not a signing format, expected `openpgp`, `ssh` or `x509`"),
    ] as [(String, String?, String)])
  func impossible(format: String, program: String?, message: String) throws {
    try sandbox.git("config", "gpg.format", format)
    if let program { try sandbox.git("config", "gpg.\(format).program", program) }
    let before = try sandbox.fingerprint()
    let repository = try sandbox.repository()
    let error = #expect(throws: GitError.self) { try repository.createCommit(try sandbox.order(["a.txt"])) }
    #expect(error?.diagnostics.first?.message == message)
    #expect(try sandbox.fingerprint() == before)
  }

  @Test("by gpg with an expired key is refused by a trial", .enabled(if: has("gpg")))
  func expired() throws {
    defer { removeOpenPGPHome() }
    try makeOpenPGPKey(["--faked-system-time", "20200101T000000!"], expiry: "1d")
    let error = #expect(throws: GitError.self) { try sandbox.repository().trySigning(now: 0, isInteractive: false) }
    guard case .signingFailed("gpg", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("by gpg with a passphrase is refused by a trial without a terminal", .enabled(if: has("gpg")))
  func noPinentry() throws {
    defer { removeOpenPGPHome() }
    try makeOpenPGPKey(["--pinentry-mode", "loopback"], passphrase: "open sesame")
    _ = try sandbox.run("gpgconf", ["--kill", "all"])
    let home = try #require(sandbox.environment["GNUPGHOME"])
    try Data("pinentry-program /no/such/pinentry\n".utf8).write(to: URL(fileURLWithPath: "\(home)/gpg-agent.conf"))
    let error = #expect(throws: GitError.self) { try sandbox.repository().trySigning(now: 0, isInteractive: false) }
    guard case .signingFailed("gpg", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("by ssh with a stopped agent is refused by a trial", .enabled(if: has("ssh-keygen")))
  func agentGone() throws {
    let key = try makeSSHKey()
    try sandbox.folder.remove("home/key")
    try sandbox.git("config", "user.signingKey", "key::\(key)")
    sandbox.environment["SSH_AUTH_SOCK"] = "\(sandbox.folder.path)/gone"
    let error = #expect(throws: GitError.self) { try sandbox.repository().trySigning(now: 0, isInteractive: false) }
    guard case .signingFailed("ssh-keygen", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test("is ended when this process receives a signal, and nothing has changed")
  func interrupted() throws {
    let started = "\(sandbox.folder.path)/started"
    try sandbox.folder.writeScript("slow", "touch '\(started)'; exec sleep 600")
    try sandbox.git("config", "gpg.program", "\(sandbox.folder.path)/slow")
    let before = try sandbox.fingerprint()
    let repository = try sandbox.repository()
    let interruption = try Interruption()
    repository.interruption = interruption
    Thread.detachNewThread {
      while !FileManager.default.fileExists(atPath: started) { usleep(1000) }
      interruption.request(SIGTERM)
    }
    #expect(throws: GitError.interrupted(signal: SIGTERM)) {
      try repository.createCommit(try sandbox.order(["a.txt"]))
    }
    #expect(try sandbox.fingerprint() == before)
  }

  @Test("is created or omitted as requested, ignoring the configuration", .enabled(if: has("ssh-keygen")))
  func orders() throws {
    _ = try makeSSHKey()
    try sandbox.git("config", "user.signingKey", "~/key")
    var order = try sandbox.order(["a.txt"])
    order.signing = .never
    let id = try sandbox.repository().createCommit(order)
    #expect(!(try sandbox.git("cat-file", "-p", id.hex).contains("SIGNATURE")))
    try sandbox.git("config", "tag.gpgSign", "false")
    var tag = TagRequest(name: "v1", commit: id, message: "m", now: 0)
    tag.signing = .always
    _ = try sandbox.repository().createTag(tag)
    #expect(try sandbox.attempt("verify-tag", "v1").succeeded)
    try sandbox.git("config", "tag.forceSignAnnotated", "true")
    _ = try sandbox.repository().createTag(TagRequest(name: "v2", commit: id, message: "m", now: 0))
    #expect(try sandbox.attempt("verify-tag", "v2").succeeded)
  }
}
