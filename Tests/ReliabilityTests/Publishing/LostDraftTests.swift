import TestSupport
import Testing

@Suite(
  "A draft that another user has deleted after the push",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct LostDraftTests {
  @Test("is made again with all of its assets, also if the first attempt of a new clone lacked the files")
  func newClone() throws {
    let forge = try ForgeProject(.github)
    try forge.add(#""kind": "kill", "method": "PATCH""#, after: 0)
    #expect(try forge.martlet("run", "release", "--yes").status == 137)
    try forge.server.deleteDrafts()
    try forge.project.shell("git clone -q \(forge.server.remote("owner/tool")) ../clone && mv dist ../built")
    forge.project.place = "clone"
    let first = try forge.martlet("finish", "--yes")
    #expect(first.status != 0, "\(first.errors)")
    let second = try forge.martlet("finish", "--yes", "--artifacts", "../built")
    #expect(second.status == 0, "\(second.errors)")
    #expect(try forge.releases().map(\.isDraft) == [false])
    #expect(try forge.releases().map { $0.assetNames.sorted() } == [ForgeProject.assets])
  }

  @Test("is the way out if the forge keeps a broken upload that it does not list, as the hint says")
  func hiddenAsset() throws {
    let forge = try ForgeProject(
      .github,
      steps:
        "- bump: minor\n- commit\n- tag\n- push\n- publish_release: {assets: [dist/App.zip], notes: New., draft_first: false}"
    )
    try forge.add(#""kind": "hidden-starter", "method": "POST", "path": "assets""#, after: 0)
    let outcome = try forge.martlet("run", "release", "--yes")
    #expect(outcome.status == 3, "\(outcome.errors)")
    #expect(
      forge.masked(outcome.errors).contains(
        """
        error: the forge has an asset `App.zip` from a broken upload, which it does not list: $SERVER/owner/tool/releases/tag/untagged
        """), "\(outcome.errors)")
    #expect(
      outcome.errors.contains("\nhint: delete the draft on its page, then `martlet finish`"), "\(outcome.errors)")
    try forge.server.deleteDrafts()
    let resumed = try forge.martlet("finish", "--yes")
    #expect(resumed.status == 0, "\(resumed.errors)")
    #expect(try forge.releases().map(\.isDraft) == [false])
    #expect(try forge.releases().map(\.assetNames) == [["App.zip"]])
  }
}
