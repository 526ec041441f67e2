import Foundation
import Git
import Processes
import TestSupport
import Testing

/// The programs on this machine.
private func has(_ program: String) -> Bool {
  Command(program, environment: ProcessInfo.processInfo.environment).canBeFound
}

@Suite(
  "A signing key in a variable",
  .enabled(
    if: ["gpg", "ssh-keygen"].allSatisfy { ReferenceProgram($0) != nil }, "there is no `gpg` or no `ssh-keygen`"))
struct GivenKeyTests {
  private let sandbox: GitSandbox
  private let keyVariable = "MARTLET_SIGNING_KEY"
  private let passphraseVariable = "MARTLET_SIGNING_KEY_PASSPHRASE"

  init() throws {
    sandbox = try GitSandbox()
    try sandbox.commit("First", ["a.txt": "one\n"])
    try sandbox.write("a.txt", "two\n")
    // The folder for temporary files; its name is short, for the socket of gpg's agent.
    try sandbox.folder.makeFolder("t")
    sandbox.environment["TMPDIR"] = "\(sandbox.folder.path)/t"
  }

  /// A new key for ssh, registered for `git verify-commit`, whose file is deleted.
  private func sshKey(passphrase: String) throws -> String {
    let arguments = ["-q", "-t", "ed25519", "-N", passphrase, "-C", "c", "-f", "\(sandbox.folder.path)/key"]
    #expect(try sandbox.run("ssh-keygen", arguments).succeeded)
    try sandbox.folder.write("signers", "committer@example.com \(sandbox.folder.read("key.pub") ?? "")")
    try sandbox.git("config", "gpg.ssh.allowedSignersFile", "\(sandbox.folder.path)/signers")
    let key = try #require(sandbox.folder.read("key"))
    for name in ["key", "key.pub"] { try sandbox.folder.remove(name) }
    return key
  }

  /// A new armoured OpenPGP key; the user's home has only its public half.
  private func openPGPKey(passphrase: String) throws -> String {
    let home = "/tmp/mk-\(UUID().uuidString.prefix(8))"
    defer { try? FileManager.default.removeItem(atPath: home) }
    let user = "\(sandbox.folder.path)/home/gnupg"
    for folder in [home, user] {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }
    func gpg(_ arguments: String..., home: String) throws -> String {
      sandbox.environment["GNUPGHOME"] = home
      let result = try sandbox.run("gpg", ["--batch", "--quiet", "--pinentry-mode", "loopback"] + arguments)
      #expect(result.succeeded, "\(result.errorText)")
      return result.outputText
    }
    let name = "C. Committer <committer@example.com>"
    _ = try gpg("--passphrase", passphrase, "--quick-generate-key", name, "default", "sign", "never", home: home)
    let key = try gpg("--passphrase", passphrase, "--armor", "--export-secret-keys", home: home)
    try sandbox.folder.write("public", try gpg("--armor", "--export", home: home))
    _ = try sandbox.run("gpgconf", ["--kill", "all"])
    _ = try gpg("--import", "\(sandbox.folder.path)/public", home: user)
    return key
  }

  /// Creates a commit and a tag of it; git must verify both, and no file of the key may remain.
  private func expectGoodSignatures(_ location: SourceLocation = #_sourceLocation) throws {
    let before = sandbox.read(".git/config")
    let repository = try sandbox.repository()
    try repository.trySigning(now: 1_800_000_000, isInteractive: false)
    let id = try repository.createCommit(try sandbox.order(["a.txt"]))
    _ = try repository.createTag(TagRequest(name: "v1", commit: id, message: "Release", now: 1_800_000_000))
    for (order, name) in [("verify-commit", id.hex), ("verify-tag", "v1")] {
      let check = try sandbox.attempt(order, name)
      #expect(check.succeeded, "\(check.errorText)", sourceLocation: location)
    }
    #expect(sandbox.read(".git/config") == before, sourceLocation: location)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.folder.path)/t") == [], sourceLocation: location)
  }

  @Test(
    "signs with ssh if the key has line ends of any kind", .enabled(if: has("ssh-keygen")),
    arguments: ["", "open sesame"], ["\n", "\r\n", "no end"])
  func ssh(passphrase: String, lineEnd: String) throws {
    let key = try sshKey(passphrase: passphrase)
    sandbox.environment[keyVariable] =
      lineEnd == "no end" ? key.trimmingCharacters(in: .newlines) : key.replacing("\n", with: lineEnd)
    sandbox.environment[passphraseVariable] = passphrase
    try sandbox.git("config", "user.signingKey", "~/none")
    try expectGoodSignatures()
  }

  @Test("signs with OpenPGP", .enabled(if: has("gpg")), arguments: ["", "open sesame"])
  func openPGP(passphrase: String) throws {
    defer { _ = try? sandbox.run("gpgconf", ["--kill", "all"]) }
    sandbox.environment[keyVariable] = try openPGPKey(passphrase: passphrase)
    sandbox.environment[passphraseVariable] = passphrase
    try sandbox.git("config", "gpg.format", "ssh")
    let user = sandbox.environment["GNUPGHOME"] ?? ""
    try expectGoodSignatures()
    sandbox.environment["GNUPGHOME"] = user
    #expect(try sandbox.run("gpg", ["--batch", "--list-secret-keys"]).outputText == "")
  }

  @Test("is not an argument, and hidden from hooks and filters", .enabled(if: has("ssh-keygen")))
  func isHidden() throws {
    let key = try sshKey(passphrase: "open sesame")
    sandbox.environment[keyVariable] = key
    sandbox.environment[passphraseVariable] = "open sesame"
    let seen = "\(sandbox.folder.path)/seen"
    try sandbox.folder.writeScript("sign", "{ echo \"$@\"; ls -l \"$6\"; } >> '\(seen)'; exec ssh-keygen \"$@\"")
    try sandbox.git("config", "gpg.ssh.program", "\(sandbox.folder.path)/sign")
    for name in ["pre-commit", "commit-msg", "post-commit"] { try sandbox.hook(name, "env >> '\(seen)'") }
    try sandbox.git("config", "filter.f.clean", "env >> '\(seen)'; cat")
    try sandbox.write(".git/info/attributes", "a.txt filter=f\n")
    try expectGoodSignatures()
    let text = try #require(sandbox.folder.read("seen"))
    #expect(text.contains("-Y sign -n git -f "))
    #expect(text.contains("-rw------- "))
    #expect(!text.contains("sesame"))
    #expect(!text.contains("PRIVATE KEY"))
    #expect(!text.contains(keyVariable))
  }

  @Test("signs only what a step enables", .enabled(if: has("ssh-keygen")))
  func policies() throws {
    sandbox.environment[keyVariable] = try sshKey(passphrase: "")
    var order = try sandbox.order(["a.txt"])
    order.signing = .never
    let id = try sandbox.repository().createCommit(order)
    var tag = TagRequest(name: "v1", commit: id, message: "m", now: 0)
    tag.signing = .never
    _ = try sandbox.repository().createTag(tag)
    for name in [id.hex, "v1"] { #expect(!(try sandbox.git("cat-file", "-p", name).contains("SIGNATURE"))) }
  }

  @Test("is refused if it is invalid, and if its passphrase is wrong", .enabled(if: has("ssh-keygen")))
  func unusable() throws {
    sandbox.environment[keyVariable] = "ssh-ed25519 AAAA"
    let before = try sandbox.fingerprint()
    let error = #expect(throws: GitError.self) {
      try sandbox.repository().trySigning(now: 0, isInteractive: false)
    }
    #expect(
      error?.diagnostics.first?.rendered() == """
        error: the variable `MARTLET_SIGNING_KEY` holds neither an SSH private key nor an OpenPGP private key in ASCII armour
        hint: put the whole key into `MARTLET_SIGNING_KEY`, from the line `-----BEGIN` to the line `-----END`, or unset it
        """)
    sandbox.environment[keyVariable] = try sshKey(passphrase: "open sesame")
    for passphrase in ["", "wrong"] {
      sandbox.environment[passphraseVariable] = passphrase
      let error = #expect(throws: GitError.self) { try sandbox.repository().createCommit(sandbox.order(["a.txt"])) }
      guard case .signingFailed("ssh-keygen", _) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
    }
    #expect(try sandbox.fingerprint() == before)
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(sandbox.folder.path)/t") == [])
  }
}
