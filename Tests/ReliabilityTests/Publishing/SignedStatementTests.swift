import Foundation
import TestSupport
import Testing

/// What `martlet verify` finds in a release on a machine that has only a new clone and the signers' keys.
@Suite(
  "The signed statement of a release",
  .enabled(
    if: ForgeServer.obstacle == nil && LoopbackServer.path(of: "ssh-keygen") != nil, "\(ForgeServer.obstacle ?? "")"))
struct SignedStatementTests {
  @Test("proves an honest release, in a new clone and without a clone", arguments: ForgeProject.Kind.allCases)
  func honest(kind: ForgeProject.Kind) throws {
    let release = try SignedRelease(on: kind)
    let forge = release.forge
    let outcome = try release.verify()
    #expect(outcome.status == 0, "\(outcome.errors)")
    let name = ["github": "GitHub", "gitlab": "GitLab", "forgejo": "Forgejo"][kind.rawValue] ?? ""
    let lines = forge.masked(outcome.errors).replacing(/[0-9a-f]{64}/, with: "$DIGEST")
      .replacing(#/ is [0-9a-f]{7},/#, with: " is $TAG,").replacing(/is published: [^ ]*,/, with: "is published,")
      .replacing(forge.server.address.replacing("http://", with: ""), with: "$HOST")
    #expect(
      lines.split(separator: "\n").sorted()
        == """
        verify 1.6.0 on \(name) owner/tool …
        ok  tag `1.6.0` on `origin` is $TAG, with a good signature, compared with the tag in this clone
        ok  release `1.6.0` is published, compared with the tag
        ok  signature of the statement of `$HOST/owner/tool` is by release@example.com, compared with `$ROOT/signers`
        ok  asset `App.zip` downloads as sha256 $DIGEST, compared with the statement
        ok  asset `Tool.zip` downloads as sha256 $DIGEST, compared with the statement
        ok  asset `Tool.cdx.json` downloads as sha256 $DIGEST, compared with the statement
        ok  asset `SHA256SUMS` downloads as sha256 $DIGEST, compared with the statement
        ok  binary target `Tool`: its archive has the checksum $DIGEST, compared with the tagged `Package.swift`
        --  title, notes and source archives, not compared: they are in no statement
        """.split(separator: "\n").sorted())
    // The command of the page, for people without Martlet.
    #expect(
      try forge.project.shell(
        "ssh-keygen -Y verify -f ../signers -I release@example.com -n martlet-release -s ../second/release.intoto.json.sig < ../second/release.intoto.json"
      ).hasPrefix("Good \"martlet-release\" signature for release@example.com"))
    // A repository without a commit, a tag or a branch, whose remote has them.
    try forge.project.shell(
      """
      git init -q ../bare; cp Releasefile ../bare; git -C ../bare remote add origin \(forge.server.remote("owner/tool"))
      """)
    let bare = try forge.project.martlet(
      ["-C", "../bare", "verify", "1.6.0", "--signers", "\(forge.project.root)/signers"], by: [])
    #expect(bare.status == 0, "\(bare.errors)")
  }

  @Test("has no value without keys: then the release is consistent, and unauthenticated")
  func unauthenticated() throws {
    let release = try SignedRelease(on: .github)
    let outcome = try release.verify()
    #expect(outcome.status == 0)
    let plain = try release.verify("--quiet")
    #expect(plain.status == 1)
    #expect(
      plain.errors.contains(
        """
        error: the release of `1.6.0` is consistent, and unauthenticated: without trusted keys, anyone may have made it
        stopped at entry 1, verify; nothing was changed
        hint: get the project's keys from a place that you trust, and run `martlet verify 1.6.0 --signers FILE`
        """), "\(plain.errors)")
    // An inconsistent one is that first.
    let forgery = Forgery("a file", "echo other >> App.zip")
    try release.apply(forgery)
    #expect(
      try release.errors(of: release.verify("--quiet")) == [
        "the asset `App.zip` downloads as $DIGEST, expected $DIGEST by the statement"
      ])
    try release.restore(after: forgery)
    // The repository was moved since: only who knows its former address accepts the statement.
    let moved = Forgery(
      "moved", #"edit 's|"repository": ".*"|"repository": "example.com/old/tool"|'; sign"#)
    try release.apply(moved)
    let keys = "\(release.forge.project.root)/signers"
    #expect(try release.verify("--signers", keys).status == 1)
    for address in ["https://example.com/old/tool.git", "git@Example.com:old/tool"] {
      #expect(try release.verify("--signers", keys, "--repository", address).status == 0)
    }
    try release.restore(after: moved)
  }

  @Test("refuses more than 60 forgeries, each with the part that is wrong")
  func count() {
    #expect(Forgery.all.count >= 60)
    #expect(Set(Forgery.all.map(\.testDescription)).count == Forgery.all.count)
  }

  @Test(
    "refuses each forgery with exactly the parts that are wrong",
    arguments: FaultSample.some(1, of: ForgeProject.Kind.allCases), [0, 1, 2])
  func forgeries(kind: ForgeProject.Kind, part: Int) throws {
    let release = try SignedRelease(on: kind)
    for (index, forgery) in Forgery.all.enumerated() where index % 3 == part {
      try release.apply(forgery)
      let outcome = try release.verify()
      #expect(
        outcome.status == 1 && release.errors(of: outcome) == forgery.errors.sorted(),
        "\(kind), \(forgery.testDescription): \(outcome.status) \(release.errors(of: outcome)) \(outcome.errors)")
      try release.restore(after: forgery)
    }
    #expect(try release.verify().status == 0)
  }
}
