import Foundation
import TestSupport
import Testing

/// What `martlet verify` finds in the evidence of a release on a machine that has only a new clone and the signers' keys.
@Suite(
  "The evidence of a release",
  .enabled(
    if: ForgeServer.obstacle == nil && LoopbackServer.path(of: "ssh-keygen") != nil, "\(ForgeServer.obstacle ?? "")"))
struct EvidenceSweepTests {
  /// A change of the files of a release by someone who can replace all of them and move the tag, but lacks the key.
  struct Tampering: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// A script in the folder of the downloaded assets, beside `../work`. Changed and new files are uploaded.
    var script = "true"
    var deleted: String?
    /// A script in a clone, which may push with `--force`.
    var repository: String?
    /// The words of the problem.
    let problem: String
  }

  private static let lane = """
    - bump: minor
    - update_binary_target: {target: Tool, artifact: dist/Tool.zip}
    - commit
    - tag: {sign: true}
    - checksums: {files: [dist/App.zip, dist/Tool.zip], sbom: dist/Tool.cdx.json, provenance: dist/Tool.intoto.json, sign: true}
    - push
    - publish_release: {notes: New.}
    """

  private static let sums = "sha256sum App.zip Tool.zip Tool.cdx.json Tool.intoto.json | sort -k 2 > SHA256SUMS"

  static let all = [
    Tampering(
      testDescription: "an archive", script: "echo other >> App.zip",
      problem: "the asset `App.zip` downloads as "),
    Tampering(
      testDescription: "an archive and the checksums", script: "echo other >> App.zip; \(sums)",
      problem: "`SHA256SUMS.sig` is not a signature of `SHA256SUMS` by ssh"),
    Tampering(
      testDescription: "an archive, the checksums and the signature",
      script:
        "echo other >> App.zip; \(sums); rm SHA256SUMS.sig; ssh-keygen -q -Y sign -n file -f ../stranger SHA256SUMS",
      problem: "`SHA256SUMS.sig` is by a key that "),
    Tampering(
      testDescription: "a signature that is a word",
      script: "echo other >> App.zip; \(sums); echo garbage > SHA256SUMS.sig",
      problem: "`SHA256SUMS.sig` is not a signature of `SHA256SUMS` by ssh"),
    Tampering(
      testDescription: "a signature of OpenPGP",
      script: "echo other >> App.zip; \(sums); echo '-----BEGIN PGP SIGNATURE-----' > SHA256SUMS.sig",
      problem: "`SHA256SUMS.sig` is not a signature of `SHA256SUMS` by ssh"),
    Tampering(
      testDescription: "a signature for another purpose",
      script: "rm SHA256SUMS.sig; ssh-keygen -q -Y sign -n git -f ../key SHA256SUMS",
      problem: "`SHA256SUMS.sig` is not a signature of `SHA256SUMS` by ssh"),
    Tampering(
      testDescription: "signatures by other programs instead",
      script: "echo 'untrusted comment: x' > SHA256SUMS.minisig; echo '-----BEGIN PGP SIGNATURE-----' > SHA256SUMS.asc",
      deleted: "SHA256SUMS.sig",
      problem: unsigned),
    Tampering(testDescription: "the signature is gone", deleted: "SHA256SUMS.sig", problem: unsigned),
    Tampering(testDescription: "the checksums are gone", deleted: "SHA256SUMS", problem: unsigned),
    Tampering(
      testDescription: "the bill of materials", script: "sed -i s/App.zip/Ape.zip/ Tool.cdx.json",
      problem: "the asset `Tool.cdx.json` downloads as "),
    Tampering(
      testDescription: "another file", script: "echo other > Other.zip",
      problem: "the release has an asset `Other.zip` that `SHA256SUMS` does not have"),
    Tampering(
      testDescription: "another file in an unsigned list",
      script: "echo other > Other.zip; sha256sum Other.zip > checksums.txt",
      problem: "the release has an asset `Other.zip` that `SHA256SUMS` does not have"),
    Tampering(
      testDescription: "another file with a list of its own",
      script: "echo other > Other.zip; sha256sum Other.zip > Other.zip.sha256",
      problem: "the release has an asset `Other.zip.sha256` that `SHA256SUMS` does not have"),
    Tampering(
      testDescription: "another signature", script: "echo other > App.zip.asc",
      problem: "the release has an asset `App.zip.asc` that `SHA256SUMS` does not have"),
    Tampering(
      testDescription: "the tag is moved, and unsigned",
      repository: "git tag -f -m Moved 1.5.0 HEAD~1; git push -q --force origin 1.5.0",
      problem: unsignedTag),
    Tampering(
      testDescription: "the tag is only a name", repository: "git tag -f 1.5.0 HEAD; git push -q --force origin 1.5.0",
      problem: unsignedTag),
    Tampering(
      testDescription: "the tag is signed by another key",
      repository:
        "git -c gpg.format=ssh -c user.signingKey=\"$PWD/../stranger\" tag -f -s -m Other 1.5.0 HEAD; git push -q --force origin 1.5.0",
      problem: unsignedTag),
    Tampering(
      testDescription: "the tag is a signed one of another version",
      repository: """
        git -c gpg.format=ssh -c user.signingKey="$PWD/../key" tag -s -m Old 1.4.9 HEAD~1
        git push -q --force origin refs/tags/1.4.9:refs/tags/1.5.0
        """,
      problem: "the signature of the tag `1.5.0` does not belong to it"),
    Tampering(
      testDescription: "the checksum in the package manifest",
      repository: """
        sed -i 's/checksum: "[0-9a-f]*/checksum: "0000000000000000000000000000000000000000000000000000000000000000/' Package.swift
        git commit -qam Other; git tag -f -m Other 1.5.0; git push -q --force origin 1.5.0
        """, problem: "the archive of the binary target `Tool` has the SHA-256 "),
    Tampering(
      testDescription: "the tag is gone", repository: "git push -q origin :refs/tags/1.5.0",
      problem: "`origin` has no tag `1.5.0`, and the release of it is public"),
  ]

  private static let unsigned =
    "the release has no `SHA256SUMS` with `SHA256SUMS.sig`, expected both, signed by a key in `$ROOT/signers`\n"
  private static let unsignedTag = "the tag `1.5.0` is not signed by a key in `$ROOT/signers`\n"

  private func release(on kind: ForgeProject.Kind = .github) throws -> ForgeProject {
    let forge = try ForgeProject(
      kind, steps: Self.lane,
      files: [
        "Package.swift": """
        // swift-tools-version: 6.0
        import PackageDescription
        let package = Package(
          name: "Tool",
          targets: [.binaryTarget(name: "Tool", url: "https://example.com/Tool.zip", checksum: "00")])

        """
      ])
    try forge.project.shell(
      """
      ssh-keygen -q -t ed25519 -N '' -C release -f ../key
      ssh-keygen -q -t ed25519 -N '' -C stranger -f ../stranger
      printf 'release@example.com %s\\n' "$(cat ../key.pub)" > ../signers
      git config gpg.format ssh
      git config user.signingKey "$PWD/../key"
      git config gpg.ssh.allowedSignersFile "$PWD/../signers"
      """)
    let run = try forge.martlet("run", "release", "--yes")
    try #require(run.status == 0, "\(run.errors)")
    return forge
  }

  private func verify(_ forge: ForgeProject, _ words: String...) throws -> StrangeProject.Outcome {
    try forge.project.shell("rm -rf ../new && git clone -q \(forge.server.remote("owner/tool")) ../new")
    return try forge.project.martlet(["-C", "../new", "verify", "1.5.0"] + words, by: [])
  }

  @Test("is not good without the tag, whose signature is unknown then")
  func missingTag() throws {
    let forge = try release()
    try forge.project.shell("git clone -q \(forge.server.remote("owner/tool")) ../bare; git -C ../bare tag -d 1.5.0")
    let outcome = try forge.project.martlet(
      ["-C", "../bare", "verify", "1.5.0", "--signers", "\(forge.project.root)/signers"], by: [])
    #expect(outcome.status == 1)
    #expect(
      outcome.errors.contains(
        "error: the tag `1.5.0` is not in this clone, so that its signature is unknown\n"),
      "\(outcome.errors)")
  }

  @Test("is compared with its assets and its tag, and each line says with what")
  func complete() throws {
    let forge = try release()
    let outcome = try verify(forge, "--signers", "\(forge.project.root)/signers")
    #expect(outcome.status == 0, "\(outcome.errors)")
    let lines = forge.masked(outcome.errors).replacing(/[0-9a-f]{64}/, with: "$DIGEST").replacing(
      #/ is [0-9a-f]{7},/#, with: " is $TAG,")
    #expect(
      lines == """
        verify 1.5.0 on GitHub owner/tool …
        ok  tag `1.5.0` on `origin` is $TAG, with a good signature, compared with the tag in this clone
        ok  release `1.5.0` is published: $SERVER/owner/tool/releases/tag/1.5.0, compared with the tag
        ok  asset `Tool.zip` downloads as sha256 $DIGEST, compared with `SHA256SUMS`
        ok  asset `App.zip` downloads as sha256 $DIGEST, compared with `SHA256SUMS`
        ok  asset `Tool.cdx.json` downloads as sha256 $DIGEST, compared with `SHA256SUMS`
        ok  asset `Tool.intoto.json` downloads as sha256 $DIGEST, compared with `SHA256SUMS`
        ok  asset `SHA256SUMS` downloads as sha256 $DIGEST, compared with the digest of GitHub
        ok  asset `SHA256SUMS.sig` downloads as sha256 $DIGEST, compared with the digest of GitHub
        ok  signature `SHA256SUMS.sig` of `SHA256SUMS` is by release@example.com, compared with `$ROOT/signers`
        ok  binary target `Tool`: its archive has the checksum $DIGEST, compared with the tagged `Package.swift`
        """)
    let plain = try verify(forge)
    #expect(plain.status == 0)
    #expect(
      plain.errors.contains(
        "\n--  signature `SHA256SUMS.sig`, not compared: name the file with the keys that may sign with `--signers`\n"),
      "\(plain.errors)")
    let json = try verify(forge, "--json")
    let report = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let entries = try #require(report["entries"] as? [[String: Any]], "\(json.output)")
    let checks = try #require(entries.first?["checks"] as? [[String: String]], "\(json.output)")
    #expect(checks.count == 10)
    #expect(checks[2]["compared_with"] == "`SHA256SUMS`")
  }

  @Test(
    "every kind of tampering is found in the clone of the run, and named in a new one",
    arguments: FaultSample.some(1, of: ForgeProject.Kind.allCases), [0, 1])
  func tampering(kind: ForgeProject.Kind, part: Int) throws {
    let forge = try release(on: kind)
    try forge.server.save()
    try forge.project.shell("cp -R ../forge/owner/tool.git ../kept.git")
    for (index, tampering) in Self.all.enumerated() where index % 2 == part {
      try forge.project.shell(
        "rm -rf ../got ../before; mkdir ../got; cp dist/App.zip dist/Tool.* dist/SHA256SUMS* ../got; cp -R ../got ../before; (cd ../got; \(tampering.script))"
      )
      let names = try forge.project.shell(
        "cd ../got; for name in *; do cmp -s $name ../before/$name || echo $name; done")
      for name in names.split(separator: "\n") { try tamper(forge, kind, "put-asset", String(name)) }
      if let deleted = tampering.deleted { try tamper(forge, kind, "delete-asset", deleted) }
      if let repository = tampering.repository {
        try forge.project.shell(
          "rm -rf ../other; git clone -q ../forge/owner/tool.git ../other; cd ../other; \(repository)")
      }
      let outcome = try verify(forge, "--signers", "\(forge.project.root)/signers")
      #expect(
        outcome.status == 1 && outcome.errors.contains(tampering.problem),
        "\(kind), \(tampering.testDescription): \(outcome.status) \(outcome.errors)")
      let own = try forge.martlet("verify", "1.5.0", "--signers", "\(forge.project.root)/signers")
      #expect(own.status == 1, "\(kind), \(tampering.testDescription), own clone: \(own.status) \(own.errors)")
      try forge.server.restore()
      try forge.project.shell("rm -rf ../forge/owner/tool.git; cp -R ../kept.git ../forge/owner/tool.git")
    }
  }

  private func tamper(_ forge: ForgeProject, _ kind: ForgeProject.Kind, _ action: String, _ asset: String) throws {
    try forge.server.tamper(
      #"{"forge": "\#(kind.rawValue)", "repository": "owner/tool", "tag": "1.5.0", "action": "\#(action)", "asset": "\#(asset)", "file": "\#(forge.project.root)/got/\#(asset)"}"#
    )
  }
}
