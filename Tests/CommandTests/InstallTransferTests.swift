import Foundation
import TestSupport
import Testing

/// `scripts/install.sh` with a release on a server, whose program leaves a mark when it runs.
@Suite(
  "The install script with a server", .enabled(if: FileServer.obstacle == nil && ReferenceProgram("curl") != nil))
struct InstallTransferTests {
  private var release: MartletRelease
  private let server: FileServer

  init() throws {
    let folder = try TemporaryFolder()
    release = try MartletRelease(in: folder, program: "echo >'\(folder.path)/ran'; echo 1.5.0")
    server = try FileServer(of: "\(folder.path)/releases")
    release.environment["CURL_CA_BUNDLE"] = server.certificate
    release.environment["GIT_SSL_CAINFO"] = server.certificate
  }

  /// Expects that the script fails with `message`, and that nothing of the archive was unpacked, run or installed.
  private func expectRefusal(_ arguments: String, _ message: String) throws {
    let result = try release.install("--version 1.5.0 \(arguments)")
    #expect(result.termination == .exited(status: 1))
    #expect(result.errorText == message)
    #expect(!release.folder.has("ran") && !release.folder.has("home"))
  }

  @Test("installs from https, by the digest of the archive or of SHA256SUMS")
  func installed() throws {
    for file in ["\(release.archive).tar.gz", "SHA256SUMS"] {
      let digest = try release.digest(file)
      for digest in [digest, digest.uppercased()] {
        let result = try release.install("--releases \(server.address) --version 1.5.0 --sha256 \(digest)")
        #expect(result.succeeded, "\(result.errorText)")
        #expect(try release.installedVersion() == "1.5.0")
        try release.folder.remove("home")
      }
    }
    #expect(server.requests.allSatisfy { $0.hasPrefix("https ") })
  }

  @Test("refuses a server whose certificate is unknown")
  mutating func certificate() throws {
    release.environment["CURL_CA_BUNDLE"] = nil
    let result = try release.install("--releases \(server.address) --version 1.5.0")
    #expect(result.termination == .exited(status: 1))
    #expect(
      result.errorText.hasPrefix("error: `\(server.address)/1.5.0/\(release.archive).tar.gz` cannot be downloaded: "),
      "\(result.errorText)")
    #expect(!release.folder.has("ran") && server.requests.isEmpty)
  }

  @Test("refuses an address without encryption, also on this machine")
  func plain() throws {
    for address in [
      server.plainAddress, server.plainAddress.replacing("127.0.0.1", with: "localhost"),
      server.plainAddress.replacing("127.0.0.1", with: "127.1"), "ftp://127.0.0.1",
    ] {
      try expectRefusal(
        "--releases \(address)",
        "error: `\(address)/1.5.0/\(release.archive).tar.gz` is not an https address\n"
          + "hint: name the folder of the releases with --releases, or build it: --source")
    }
    #expect(server.requests.isEmpty)
  }

  @Test(
    "follows no redirect to an address without encryption",
    arguments: ["ARCHIVE.tar.gz", "SHA256SUMS", "SHA256SUMS.sig"])
  func redirect(_ file: String) throws {
    let name = file.replacing("ARCHIVE", with: release.archive)
    try release.change("cp SHA256SUMS SHA256SUMS.sig; mv \(name) \(name).elsewhere")
    // Without `--signers`, no signature is downloaded.
    let signers = file == "SHA256SUMS.sig" ? " --signers keys" : ""
    let result = try release.install("--releases \(server.address) --version 1.5.0\(signers)")
    #expect(result.termination == .exited(status: 1))
    // The rest of the reason depends on the version of curl.
    #expect(
      result.errorText.hasPrefix(
        "error: `\(server.address)/1.5.0/\(name)` cannot be downloaded: curl: (1) Protocol \"http\" "),
      "\(result.errorText)")
    #expect(!release.folder.has("ran") && !release.folder.has("home"))
    #expect(server.requests.last == "https /1.5.0/\(name)")
  }

  @Test("clones from no redirect to an address without encryption")
  func redirectedClone() throws {
    try release.folder.write("releases/martlet.git/info/refs.elsewhere", "")
    let repository = "\(server.address)/martlet.git"
    let found = try release.install("--repository \(repository)")
    #expect(
      found.errorText.hasSuffix("error: the tags of `\(repository)` cannot be read\nhint: check the address"),
      "\(found.errorText)")
    let cloned = try release.install("--repository \(repository) --version 1.5.0 --source")
    #expect(
      cloned.errorText.hasSuffix(
        "error: `\(repository)` cannot be cloned at `1.5.0`\nhint: check the address and the version"),
      "\(cloned.errorText)")
    #expect(server.requests.allSatisfy { $0.hasPrefix("https /martlet.git/info/refs") } && server.requests.count == 2)
  }

  @Test("runs and unpacks nothing of an archive with another digest")
  func digest() throws {
    let (found, sums) = (try release.digest("\(release.archive).tar.gz"), try release.digest("SHA256SUMS"))
    let wrong = String(repeating: "0", count: 64)
    try expectRefusal(
      "--releases \(server.address) --sha256 \(wrong)",
      "error: `\(release.archive).tar.gz` has the digest \(found) and its SHA256SUMS \(sums), "
        + "expected \(wrong) from --sha256\nhint: do not use it, or correct the digest")
    // Another user replaces the archive and SHA256SUMS, and the user has the digest of one of the old files.
    try release.pack("echo >'\(release.folder.path)/ran'; echo 1.5.0; exit")
    let (other, others) = (try release.digest("\(release.archive).tar.gz"), try release.digest("SHA256SUMS"))
    for digest in [found, sums] {
      try expectRefusal(
        "--releases \(server.address) --sha256 \(digest)",
        "error: `\(release.archive).tar.gz` has the digest \(other) and its SHA256SUMS \(others), "
          + "expected \(digest) from --sha256\nhint: do not use it, or correct the digest")
    }
  }

  @Test("builds nothing else if the archive that was to be checked is missing")
  func missing() throws {
    try release.change("rm ARCHIVE.tar.gz")
    for option in ["--sha256 \(String(repeating: "0", count: 64))", "--signers keys"] {
      try expectRefusal(
        "--releases \(server.address) --repository file://\(release.folder.path)/none \(option)",
        """
        error: release 1.5.0 has no archive for this machine, so --sha256 and --signers cannot be checked
        hint: leave them out to build from source
        """)
    }
  }

  @Test(
    "checks with --signers who signed SHA256SUMS, by ssh",
    .enabled(if: ReferenceProgram("ssh-keygen") != nil))
  func signature() throws {
    let made = try release.shell(
      """
      set -e
      for name in ours other; do ssh-keygen -q -t ed25519 -N "" -C "" -f $name; done
      echo 'martlet@example.com namespaces="file"' "$(cat ours.pub)" >keys
      """)
    try #require(made.succeeded, "\(made.errorText)")
    let address = "--releases \(server.address)"
    try expectRefusal(
      "\(address) --signers keys",
      "error: release 1.5.0 has no SHA256SUMS.sig, so its signer is unknown\nhint: install a signed release")

    func sign(_ key: String, as namespace: String = "file") throws {
      try release.change("rm -f *.sig; ssh-keygen -q -Y sign -n \(namespace) -f ../../\(key) SHA256SUMS 2>/dev/null")
    }
    try sign("ours")
    let signed = try release.install("\(address) --version 1.5.0 --signers keys")
    #expect(signed.errorText.hasPrefix("install: SHA256SUMS is signed by martlet@example.com\n"), "\(signed.errorText)")
    #expect(try release.installedVersion() == "1.5.0")
    for name in ["home", "ran"] { try release.folder.remove(name) }

    try sign("other")
    try expectRefusal(
      "\(address) --signers keys",
      "error: the key of SHA256SUMS.sig is not in `keys`\n"
        + "hint: do not use it, or add the key that the project publishes")
    // A signature of another file, and one for another purpose.
    try sign("ours", as: "git")
    try expectInvalidSignature("\(address) --signers keys")
    try sign("ours")
    try release.pack("echo >'\(release.folder.path)/ran'; echo 1.5.0; exit")
    try expectInvalidSignature("\(address) --signers keys")
    for text in ["garbage", "-----BEGIN PGP SIGNATURE-----", "untrusted comment: minisign"] {
      try release.change("echo '\(text)' >SHA256SUMS.sig")
      try expectRefusal(
        "\(address) --signers keys",
        "error: the key of SHA256SUMS.sig is not in `keys`\n"
          + "hint: do not use it, or add the key that the project publishes")
    }
  }

  private func expectInvalidSignature(_ arguments: String) throws {
    let result = try release.install("--version 1.5.0 \(arguments)")
    #expect(result.termination == .exited(status: 1))
    #expect(result.errorText.hasPrefix("error: the signature of SHA256SUMS is invalid: "), "\(result.errorText)")
    #expect(result.errorText.hasSuffix("\nhint: do not use it; report this to the project"), "\(result.errorText)")
    #expect(!release.folder.has("ran") && !release.folder.has("home"))
  }
}
