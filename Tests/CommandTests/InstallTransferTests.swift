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
    arguments: ["ARCHIVE.tar.gz", "SHA256SUMS", "release.intoto.json"])
  func redirect(_ file: String) throws {
    let name = file.replacing("ARCHIVE", with: release.archive)
    try release.change("cp SHA256SUMS release.intoto.json; mv \(name) \(name).elsewhere")
    // Without `--signers`, no statement is downloaded.
    let signers = file == "release.intoto.json" ? " --repository file:///none --signers keys" : ""
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

  /// Makes two keys, a repository with the signed tag 1.5.0, and the signed statement of the release.
  private func makeSignedRelease() throws {
    let made = try release.shell(
      """
      set -e
      for name in ours other; do ssh-keygen -q -t ed25519 -N "" -C "" -f $name; done
      echo 'martlet@example.com namespaces="martlet-release"' "$(cat ours.pub)" >keys
      cp keys kept
      git init -q -b main work; cd work
      git config user.name A; git config user.email a@b.example
      git commit -q --allow-empty -m First; git tag -a -m 1.5.0 1.5.0; git commit -q --allow-empty -m Second; git branch -q second
      git clone -q --bare . ../martlet.git
      """)
    try #require(made.succeeded, "\(made.errorText)")
    let statement = try release.shell(
      #"""
      set -e
      file() { printf '    {\n      "name": "%s",\n      "digest": {\n        "sha256": "%s"\n      }\n    }' "$1" "$2"; }
      cat >releases/1.5.0/release.intoto.json <<END
      {
        "_type": "https://in-toto.io/Statement/v1",
        "subject": [
      $(file SHA256SUMS \#(release.digest("SHA256SUMS"))),
      $(file \#(release.archive).tar.gz \#(release.digest("\(release.archive).tar.gz")))
        ],
        "predicateType": "urn:martlet:release:v1",
        "predicate": {
          "repository": "\#(release.folder.path.lowercased())/martlet",
          "tag": "1.5.0",
          "tagObject": "$(git -C work rev-parse 1.5.0)",
          "commit": "$(git -C work rev-parse '1.5.0^{}')",
          "version": "1.5.0",
          "facts": {
            "lane": "release",
            "project": "Martlet"
          },
          "program": "martlet/1.5.0"
        }
      }
      END
      mkdir kept.release; cp releases/1.5.0/* kept.release
      """#)
    try #require(statement.succeeded, "\(statement.errorText)")
  }

  private var signedOptions: String {
    "--releases \(server.address) --repository file://\(release.folder.path)/martlet.git --signers keys"
  }

  @Test("needs with --signers the repository that the statement is about")
  func withoutRepository() throws {
    try expectRefusal(
      "--releases \(server.address) --signers keys",
      "error: --signers needs the repository that the statement is about\nhint: add: --repository URL")
  }

  @Test(
    "installs with --signers what a key of the file has signed for this repository, tag and commit",
    .enabled(if: ReferenceProgram("ssh-keygen") != nil))
  func signed() throws {
    try makeSignedRelease()
    try expectRefusal(
      signedOptions,
      "error: release 1.5.0 has no release.intoto.json.sig, so its signer is unknown\nhint: install a signed release")
    try release.change(Self.sign + "sign")
    let signed = try release.install("\(signedOptions) --version 1.5.0")
    #expect(
      signed.errorText.hasPrefix("install: release 1.5.0 is signed by martlet@example.com\n"), "\(signed.errorText)")
    #expect(try release.installedVersion() == "1.5.0")
  }

  private static let sign = """
    sign() { rm -f *.sig; ssh-keygen -q -Y sign -n "${2:-martlet-release}" -f ../../"${1:-ours}" release.intoto.json 2>/dev/null; }
    edit() { sed -i.old "$1" release.intoto.json; }

    """

  /// What someone changes who may replace every file of the release, and the error.
  private static let forgeries: [(script: String, error: String)] = [
    ("sign other", notAKey), ("sign; echo garbage >release.intoto.json.sig", notAKey),
    ("sign; echo '-----BEGIN PGP SIGNATURE-----' >release.intoto.json.sig", notAKey),
    (#"sign; echo 'm@x valid-before="20200101"' "$(cat ../../ours.pub)" >../../keys"#, notAKey),
    ("sign; edit s/1.5.0/1.4.0/", "error: the signature of release.intoto.json is invalid: "),
    ("sign ours git", "error: the signature of release.intoto.json is invalid: "),
    (#"edit 's|"repository": ".*"|"repository": "example.com/other"|'; sign"#, about("repository", "PATH/martlet")),
    (#"edit 's|"tag": ".*"|"tag": "1.4.0"|'; sign"#, about("tag", "1.5.0")),
    ("edit '/tagObject/s|[0-9a-f]\\{40\\}|x|'; sign", about("tagObject", "ID")),
    ("edit '/commit/s|[0-9a-f]\\{40\\}|x|'; sign", about("commit", "ID")),
    ("edit 's|release:v1|release:v0|'; sign", "error: the statement of the release is of another type\n"),
    (
      "sign; git -C ../../martlet.git -c user.name=A -c user.email=a@b.example tag -f -a -m Other 1.5.0 main 2>/dev/null",
      about("tagObject", "ID")
    ),
    ("sign; git -C ../../martlet.git tag -d 1.5.0", "error: `file://PATH/martlet.git` has no tag 1.5.0\n"),
    (
      "sign; echo >>ARCHIVE.tar.gz; \(MartletRelease.sum) *.gz >SHA256SUMS",
      "error: the signed statement of the release does not list `ARCHIVE.tar.gz` with the digest DIGEST\n"
    ),
    (
      "sign; echo >>SHA256SUMS",
      "error: the signed statement of the release does not list `SHA256SUMS` with the digest DIGEST\n"
    ),
    (
      "sign; sed 's/^/# revoked: /' ../../kept >>../../keys",
      "error: the key of release.intoto.json.sig is revoked by `keys`\n"
    ),
    ("sign; echo '# revoked: it' >>../../keys", "error: a line `# revoked:` in `keys` has no key\n"),
    (
      """
      sign; cd ../../work; sed 's/^/# revoked: /' ../kept >allowed_signers
      git add allowed_signers; git commit -qm Revoke; git push -q ../martlet.git main
      """,
      "error: the key of release.intoto.json.sig is revoked by `allowed_signers` on the default branch\n"
    ),
    (
      "sign; mv ../../martlet.git ../../gone",
      "error: the default branch of `file://PATH/martlet.git` cannot be read, so that "
    ),
  ]

  private static let notAKey = "error: the key of release.intoto.json.sig is not in `keys`, or not valid now\n"

  private static func about(_ part: String, _ value: String) -> String {
    "error: the signed statement of the release is not about the \(part) `\(value)`\n"
  }

  @Test("refuses with --signers every other release", .enabled(if: ReferenceProgram("ssh-keygen") != nil))
  func forged() throws {
    try makeSignedRelease()
    for forgery in Self.forgeries {
      try release.change("rm -f *; cp ../../kept.release/* .; cp ../../kept ../../keys")
      let reset = try release.shell(
        "rm -rf martlet.git gone; git -C work reset -q --hard second; git clone -q --bare work martlet.git")
      try #require(reset.succeeded, "\(reset.errorText)")
      try release.change(Self.sign + forgery.script)
      let result = try release.install("--version 1.5.0 \(signedOptions)")
      let text = result.errorText.replacing(release.folder.path, with: "PATH")
        .replacing(release.folder.path.lowercased(), with: "PATH")
        .replacing(release.archive, with: "ARCHIVE").replacing(/[0-9a-f]{64}/, with: "DIGEST")
        .replacing(/[0-9a-f]{40}/, with: "ID")
      #expect(
        result.termination == .exited(status: 1) && text.hasPrefix(forgery.error),
        "\(forgery.script): \(text)")
      #expect(!release.folder.has("ran") && !release.folder.has("home"), "\(forgery.script)")
    }
  }
}
