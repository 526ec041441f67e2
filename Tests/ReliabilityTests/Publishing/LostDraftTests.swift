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
    let first = try forge.martlet("resume", "--yes")
    #expect(first.status != 0, "\(first.errors)")
    let second = try forge.martlet("resume", "--yes", "--artifacts", "../built")
    #expect(second.status == 0, "\(second.errors)")
    #expect(try forge.releases().map(\.isDraft) == [false])
    #expect(try forge.releases().map { $0.assetNames.sorted() } == [ForgeProject.assets])
  }
}
