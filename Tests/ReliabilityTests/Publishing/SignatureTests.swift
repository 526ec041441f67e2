import Foundation
import TestSupport
import Testing

/// The scripts of the page on tools that sign the list of checksums.
@Suite("Signatures of a release", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct SignatureTests {
  /// A program that signs.
  struct Signer: CustomTestStringConvertible, Sendable {
    let program: String
    /// The suffix of the signature.
    let suffix: String
    /// Makes a key pair, with the public key in the project.
    let setUp: String
    /// Verifies the signature in the folder of downloads, with a copy of the public key in the folder above it.
    let verification: String

    var testDescription: String { program }
  }

  private static let signers = [
    Signer(
      program: "gpg", suffix: "asc",
      setUp: """
        gpg --batch --quiet --passphrase '' --quick-generate-key release@example.com ed25519 sign never
        gpg --export release@example.com > release.gpg
        """, verification: "gpgv -q --keyring ../release.gpg SHA256SUMS.asc SHA256SUMS"),
    Signer(
      program: "minisign", suffix: "minisig",
      setUp: "minisign -G -W -p minisign.pub -s ../minisign.key > /dev/null",
      verification: "minisign -V -q -m SHA256SUMS -p ../minisign.pub"),
  ].filter { LoopbackServer.path(of: $0.program) != nil }

  /// The script of the page that calls `program`.
  private func script(_ program: String) throws -> String {
    let page = try #require(ProjectFolder.read("docs/tool.md"))
    let blocks = page.components(separatedBy: "<!-- run by SignatureTests -->\n```sh\n").dropFirst()
    let scripts = blocks.compactMap { $0.components(separatedBy: "```").first }
    return try #require(scripts.first { $0.contains("\n\(program) ") })
  }

  private func project(_ signer: Signer, script: String) throws -> ForgeProject {
    let forge = try ForgeProject(
      .github,
      steps: """
        - bump: minor
        - commit
        - tag
        - checksums: {files: [dist/*.zip]}
        - run: {command: [sh, scripts/sign], artifacts: [dist/SHA256SUMS.\(signer.suffix)]}
        - push
        - publish_release: {notes: New.}
        """, files: ["scripts/sign": script])
    // The socket of gpg's agent needs a short path.
    forge.project.environment["GNUPGHOME"] = try forge.project.shell("mktemp -d")
    forge.project.environment["MINISIGN_KEY_FILE"] = "\(forge.project.root)/minisign.key"
    try forge.project.shell("\(signer.setUp)\ngit add .\ngit commit -qm 'Add the public key'\ngit push -q origin main")
    return forge
  }

  private func end(_ forge: ForgeProject) throws {
    try forge.project.shell("gpgconf --kill all 2> /dev/null || true\nrm -rf \"$GNUPGHOME\"")
  }

  @Test("a signed list of checksums verifies the downloads", arguments: signers)
  func signed(signer: Signer) throws {
    let forge = try project(signer, script: script(signer.program))
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 0, "\(outcome.errors)")
    try forge.project.shell("mkdir got")
    for name in ["App.zip", "Tool.zip", "SHA256SUMS", "SHA256SUMS.\(signer.suffix)"] {
      try forge.project.shell(
        "python3 -c 'import sys, urllib.request; urllib.request.urlretrieve(*sys.argv[1:])' "
          + "\(forge.server.address)/owner/tool/releases/download/1.5.0/\(name) got/\(name)")
    }
    try forge.project.shell("cd got && \(signer.verification) && sha256sum -c SHA256SUMS")
    #expect(throws: (any Error).self) {
      try forge.project.shell("cd got && echo >> SHA256SUMS && \(signer.verification)")
    }
    try end(forge)
  }

  @Test("a signature of another list stops the run, and everything is undone", arguments: signers)
  func stale(signer: Signer) throws {
    // The last two lines sign and verify.
    let lines = try script(signer.program).split(separator: "\n").map(String.init)
    let other = ["cp SHA256SUMS ../kept", "echo other > SHA256SUMS", lines[lines.count - 2], "cp ../kept SHA256SUMS"]
    let changed = (lines.dropLast(2) + other + lines.suffix(1)).joined(separator: "\n")
    let forge = try project(signer, script: changed + "\n")
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.hasSuffix("stopped at entry 8, run; nothing is public, and everything was undone"),
      "\(outcome.errors)")
    #expect(try forge.releases().isEmpty)
    #expect(try forge.project.git("tag", "--list", "1.5.0") == "")
    try end(forge)
  }
}
