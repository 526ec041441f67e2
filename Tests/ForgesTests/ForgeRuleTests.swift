import Execution
import HTTP
import Lanes
import MartletCore
import TestSupport
import Testing

/// The rules of `Tests/ForgeServer/README.md` that a client has to know.
@Suite("A rule of a forge", .enabled(if: ForgeServer.obstacle == nil))
struct ForgeRuleTests {
  @Test("GitHub keeps `+` in the name of an asset")
  func plus() throws {
    let forge = try ForgeFixture(.github)
    let draft = try forge.client.createDraft(ForgeFixture.text).get()
    #expect(try forge.client.upload(forge.asset("app-1.3.0+5.bin", "a"), to: draft).get().name == "app-1.3.0+5.bin")
    #expect(try forge.client.upload(forge.asset("app~1.bin", "a"), to: draft).get().name == "app.1.bin")
  }

  @Test(
    "GitLab refuses a release with a link whose path breaks its rule",
    arguments: [
      ("app-1.3.0+5.bin", "is in an invalid format"), ("ab", "is in an invalid format"),
      ("app-x_", "is in an invalid format"),
      (String(repeating: "a", count: 128), "is too long (maximum is 128 characters)"),
    ])
  func linkPath(_ name: String, _ problem: String) throws {
    let forge = try ForgeFixture(.gitlab)
    let draft = try forge.client.createDraft(ForgeFixture.text).get()
    let asset = try forge.client.upload(forge.asset(name, "a"), to: draft).get()
    let result = forge.client.publish(draft.with(assets: [asset]), as: ForgeFixture.text)
    #expect(
      result.failure?.diagnostics.first?.notes
        == ["status 400: Validation failed: Links filepath \(problem)"])
    #expect(
      Forge.gitlab.problems(of: ForgeFixture.text, assets: [AssetFile(name: name, path: name, size: 1)]) != nil)
  }

  @Test("GitLab gets links to the assets of the release only, not to other files of its package")
  func strayFiles() throws {
    let forge = try ForgeFixture(.gitlab)
    let draft = try forge.draftWithAssets()
    let wanted = draft.with(assets: draft.assets.filter { $0.name == "tool.zip" })
    #expect(try forge.client.publish(wanted, as: ForgeFixture.text).get().assets.map(\.name) == ["tool.zip"])
    #expect(try forge.client.release(tagged: "v1.5.0").get().assets.map(\.name) == ["tool.zip"])
  }

  @Test("GitLab refuses two links of one name, so the client sends each once")
  func repeatedLink() throws {
    let forge = try ForgeFixture(.gitlab)
    let link = #"{"name": "tool.zip", "url": "https://a.example/tool.zip"}"#
    let answer = try HTTPClient(userAgent: "martlet/1.2.3").send(
      HTTPRequest(
        "POST", "\(forge.server.address)/api/v4/projects/owner%2Ftool/releases",
        credentials: HTTPCredentials("PRIVATE-TOKEN", "write-token"),
        body: HTTPBody([.bytes(Array(#"{"tag_name": "v1.5.0", "assets": {"links": [\#(link), \#(link)]}}"#.utf8))])),
      to: nil, observer: QuietObserver())
    #expect(answer.status == 400)
    #expect(
      String(decoding: answer.body, as: UTF8.self)
        == #"{"message": ["Name has already been taken", "Url has already been taken"]}"#)
    let draft = try forge.draftWithAssets()
    let twice = draft.with(assets: [draft.assets[0], draft.assets[0]])
    #expect(try forge.client.publish(twice, as: ForgeFixture.text).get().assets.map(\.name) == [draft.assets[0].name])
  }

  @Test("Forgejo ignores an empty text, so a title and notes cannot be removed")
  func emptyText() throws {
    let forge = try ForgeFixture(.forgejo)
    let draft = try forge.client.createDraft(ForgeFixture.text).get()
    var empty = ForgeFixture.text
    (empty.title, empty.notes) = ("", "")
    let updated = try forge.client.update(draft, to: empty).get()
    #expect(updated.title == ForgeFixture.text.title && updated.notes == ForgeFixture.text.notes)
  }

  @Test("GitLab shows a page to sign in instead of an asset of a private project; its API has the file")
  func privateProject() throws {
    let forge = try ForgeFixture(.gitlab, repository: "owner/private")
    let published = try forge.client.publish(forge.draftWithAssets(), as: ForgeFixture.text).get()
    let asset = try #require(published.assets.first)
    #expect(try forge.client.download(asset, to: nil).get() == ContentDigest(of: Array("zip".utf8)))
    guard case .notFound(let failure) = forge.client.publicDigest(of: asset.address) else {
      Issue.record("a page to sign in is not an asset")
      return
    }
    #expect(failure.firstMessage == "`\(asset.address)` is a web page without a token, expected a file")
  }

  @Test(
    "GitLab accepts tags with characters that versions of packages must not have", arguments: ["core/1.0", "core@1.0"])
  func packageVersion(tag: String) throws {
    let forge = try ForgeFixture(.gitlab)
    var text = ForgeFixture.text
    text.tag = tag
    let draft = try forge.client.createDraft(text).get()
    _ = try forge.client.upload(forge.asset("tool.zip", "zip"), to: draft).get()
    let found = try forge.client.release(id: tag).get()
    #expect(try forge.client.publish(found, as: text).get().assets.map(\.name) == ["tool.zip"])
  }

  @Test("GitHub needs a target for the notes of a tag that does not exist, and has none in an empty repository")
  func targetOfNotes() throws {
    let folder = try TemporaryFolder()
    try folder.write("owner/tool.git/HEAD", "ref: refs/heads/main\n")
    for name in ["objects", "refs"] { try folder.write("owner/tool.git/\(name)/.keep", "") }
    let forge = try ForgeFixture(.github, server: ForgeServer(repositories: folder.path))
    #expect(try forge.client.checkWriteAccess().get() == .confirmed)
    try forge.server.add(
      fault: #"{"kind": "status", "status": 404, "path": "generate-notes", "body": {"message": "Not Found"}}"#)
    #expect(try forge.client.checkWriteAccess().get() == .unconfirmed(reason: "status 404: Not Found"))
  }

  @Test("Forgejo publishes a draft when its tag is pushed")
  func pushPublishes() {
    #expect(Forge.all.filter(\.pushPublishes) == [.forgejo])
  }
}
