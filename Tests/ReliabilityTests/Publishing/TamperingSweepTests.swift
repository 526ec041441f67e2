import Foundation
import TestSupport
import Testing

/// What `martlet verify` finds in a release that another user has changed since.
@Suite(
  "A published release that was tampered with",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct TamperingSweepTests {
  /// An action of `tamper.py`, and the words of the problem.
  struct Tampering: CustomTestStringConvertible, Sendable {
    let action: String
    let asset: String
    let words: String
    /// A script that makes the new contents of the asset in the file `../file`, which has those of the release.
    var edit: String?
    /// Whether only the clone of the run can know it.
    var needsRecord = false
    /// Whether a maintainer may have meant it.
    var isWarning = false

    var testDescription: String { "\(action) \(asset) \(edit ?? "")" }
  }

  private static let lane = """
    - bump: minor
    - commit
    - tag
    - checksums: {files: [dist/App.zip, dist/Notes.txt, dist/Tool.zip]}
    - push
    - publish_release: {assets: [dist/*], notes: What is new.}
    """

  static let all: [Tampering] =
    ["App.zip", "Notes.txt", "Tool.zip"].flatMap { name in
      [
        Tampering(action: "delete-asset", asset: name, words: "the release has no asset `\(name)`, which "),
        Tampering(action: "replace-asset", asset: name, words: "the asset `\(name)` downloads as "),
        Tampering(action: "rename-asset", asset: name, words: "the release has no asset `\(name)`, which "),
        Tampering(action: "rename-asset", asset: name, words: "the release has an asset `renamed.bin` that "),
      ]
    } + [
      Tampering(
        action: "delete-asset", asset: "SHA256SUMS", words: "the release has no asset `SHA256SUMS`, which the record",
        needsRecord: true),
      Tampering(action: "delete-asset", asset: "SHA256SUMS", words: "the release has no ", edit: ":"),
      Tampering(
        action: "replace-asset", asset: "SHA256SUMS", words: "the asset `SHA256SUMS` downloads as ", needsRecord: true),
      Tampering(
        action: "rename-asset", asset: "SHA256SUMS", words: "the release has no asset `SHA256SUMS`, which the record",
        needsRecord: true),
      Tampering(
        action: "put-asset", asset: "Tool.zip", words: "the asset `Tool.zip` downloads as ",
        edit: "truncate -s -20 ../file"),
      Tampering(
        action: "put-asset", asset: "App.zip", words: "the asset `App.zip` downloads as ", edit: "echo >> ../file"),
      Tampering(
        action: "put-asset", asset: "Notes.txt", words: "the asset `Notes.txt` downloads as ",
        edit: "echo '<html>Please sign in.</html>' > ../file"),
      Tampering(
        action: "put-asset", asset: "SHA256SUMS", words: "has an asset `App.zip` that `SHA256SUMS` does not have",
        edit: "sed -i /App.zip/d ../file"),
      Tampering(
        action: "put-asset", asset: "SHA256SUMS", words: "has an asset `App.zip` that `SHA256SUMS` does not have",
        edit: "echo > ../file"),
      Tampering(
        action: "put-asset", asset: "SHA256SUMS", words: "the asset `App.zip` downloads as ",
        edit: "sed -i '/App.zip/s/^[0-9a-f]*/\(String(repeating: "0", count: 64))/' ../file"),
      Tampering(
        action: "put-asset", asset: "SHA256SUMS", words: "the release has no asset `Other.zip`, which ",
        edit: "sed -n s/App.zip/Other.zip/p ../file >> ../file"),
      Tampering(
        action: "put-asset", asset: "SHA256SUMS", words: "the release has no asset `Tools.zip`, which ",
        edit: "sed -i s/Tool.zip/Tools.zip/ ../file"),
      Tampering(
        action: "put-asset", asset: "checksums.txt", words: "the asset `App.zip` downloads as ",
        edit: "echo '\(String(repeating: "0", count: 64))  App.zip' > ../file"),
      Tampering(
        action: "edit-mark", asset: "", words: "the release was marked as a pre-release since run ", needsRecord: true),
      Tampering(action: "unpublish", asset: "", words: "shows no release of the tag `1.5.0`"),
      Tampering(action: "retag", asset: "", words: "the tag `1.5.0` on `origin` is "),
      Tampering(action: "add-asset", asset: "", words: "the release has an asset `stranger.bin` that "),
      Tampering(action: "delete", asset: "", words: "shows no release of the tag `1.5.0`"),
      Tampering(action: "delete-tag", asset: "", words: "`origin` has no tag `1.5.0`, and the release of it is public"),
      Tampering(action: "move-tag", asset: "", words: "the tag `1.5.0` on `origin` is "),
      Tampering(
        action: "edit-notes", asset: "", words: "the notes of the release were edited since", needsRecord: true,
        isWarning: true),
      Tampering(
        action: "edit-title", asset: "", words: "the title of the release was edited since", needsRecord: true,
        isWarning: true),
    ]

  @Test("is not a release whose lane makes no checksums under a condition")
  func conditionalList() throws {
    let steps = Self.lane.replacing(
      "- checksums: {files: [dist/App.zip, dist/Notes.txt, dist/Tool.zip]}", with: "- {lane: sums, if: branch == other}"
    )
    let forge = try ForgeProject(
      .github, steps: steps, lanes: "sums: {private: true, steps: [checksums: {files: [dist/*]}]}")
    #expect(try forge.martlet("run", "release", "--yes").status == 0)
    let verify = try forge.martlet("verify")
    #expect(verify.status == 0, "\(verify.errors)")
  }

  @Test(
    "is found in the clone of the run and in a new one", arguments: FaultSample.some(1, of: ForgeProject.Kind.allCases))
  func sweep(kind: ForgeProject.Kind) throws {
    let forge = try ForgeProject(kind, steps: Self.lane)
    let run = try forge.martlet("run", "release", "--yes")
    try #require(run.status == 0, "\(run.errors)")
    let clean = try forge.martlet("verify", "1.5.0")
    #expect(clean.status == 0, "\(clean.errors)")
    #expect(try forge.martlet("verify").status == 0)
    try forge.server.save()
    try forge.project.shell("git clone -q \(forge.server.remote("owner/tool")) ../new")
    let objects = try forge.project.shell("git --git-dir ../forge/owner/tool.git show-ref --tags")
    var found = 0
    let all = Self.all.filter { kind != .gitlab || !["edit-mark", "unpublish"].contains($0.action) }
    for tampering in FaultSample.some(6, of: all) {
      if let edit = tampering.edit {
        try forge.project.shell("rm -f ../file; cp dist/\(tampering.asset) ../file || true; \(edit)")
      }
      try forge.server.tamper(
        #"{"forge": "\#(kind.rawValue)", "repository": "owner/tool", "tag": "1.5.0", "action": "\#(tampering.action)", "asset": "\#(tampering.asset)", "file": "\#(forge.project.root)/file"}"#
      )
      for clone in tampering.needsRecord ? ["."] : [".", "../new"] {
        let verify = try forge.project.martlet(["-C", clone, "verify", "1.5.0"], by: [])
        #expect(
          verify.status == (tampering.isWarning ? 0 : 1) && verify.errors.contains(tampering.words),
          "\(kind), \(tampering.testDescription), \(clone): \(verify.status) \(verify.errors)")
        found += 1
      }
      try forge.server.restore()
      try forge.project.shell(
        "printf '%s\\n' '\(objects)' | while read id name; do git --git-dir ../forge/owner/tool.git update-ref $name $id; done"
      )
    }
    print("tampering: \(kind), \(found) found")
  }
}
