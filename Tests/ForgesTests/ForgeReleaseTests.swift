import Execution
import Lanes
import MartletCore
import TestSupport
import Testing

/// One release from draft to publication, on each forge.
@Suite("A release", .enabled(if: ForgeServer.obstacle == nil))
struct ForgeReleaseTests {
  private static let kinds = Forge.all

  @Test("is a draft with its assets until it is published; then the assets are public", arguments: kinds)
  func wholeWay(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    guard case .notFound = forge.client.release(tagged: "v1.5.0") else {
      Issue.record("there is a release before there is one")
      return
    }
    let draft = try forge.draftWithAssets()
    #expect(draft.isDraft)
    #expect(draft.assets.map(\.name) == ["tool.zip", "tool.txt"])
    #expect(draft.assets.map(\.size) == [3, 4])
    #expect(draft.assets.map(\.isComplete) == [true, true])
    let digests = ["zip", "text"].map { ContentDigest(of: Array($0.utf8)) }
    #expect(draft.assets.map(\.digest) == (kind == .forgejo ? [nil, nil] : digests))
    guard case .notFound = forge.client.release(tagged: "v1.5.0") else {
      Issue.record("a draft is not a published release")
      return
    }

    let published = try forge.client.publish(draft, as: ForgeFixture.text).get()
    #expect(!published.isDraft)
    #expect(
      published.page.hasSuffix(kind == .gitlab ? "/owner/tool/-/releases/v1.5.0" : "/owner/tool/releases/tag/v1.5.0"))
    let found = try forge.client.release(tagged: "v1.5.0").get()
    #expect(found.notes == ForgeFixture.text.notes)
    #expect(found.assets.map(\.name) == ["tool.zip", "tool.txt"])
    #expect(try found.assets.map { try forge.client.publicDigest(of: $0.address).get() } == digests)
    #expect(try found.assets.map { try forge.client.download($0, to: nil).get() } == digests)
    #expect(try forge.client.latestRelease().get().tag == "v1.5.0")
    #expect(try forge.client.releases().get().map(\.tag) == ["v1.5.0"])
  }

  @Test("on GitHub is created by these requests")
  func requestsOfGitHub() throws {
    let forge = try ForgeFixture(.github)
    let draft = try forge.draftWithAssets()
    _ = try forge.client.publish(draft, as: ForgeFixture.text).get()
    #expect(
      try forge.requests() == [
        "POST /releases 201", "POST /releases/1/assets 201", "POST /releases/1/assets 201", "GET /releases/1 200",
        "PATCH /releases/1 200",
      ])
  }

  @Test("on GitLab is public with one request, after the upload of its files")
  func requestsOfGitLab() throws {
    let forge = try ForgeFixture(.gitlab)
    let draft = try forge.client.createDraft(ForgeFixture.text).get()
    _ = try forge.client.upload(forge.asset("tool.zip", "zip"), to: draft).get()
    _ = try forge.client.publish(draft, as: ForgeFixture.text).get()
    #expect(
      try forge.requests() == [
        "GET /packages 200", "GET /packages 200", "PUT /packages/generic/tool/v1.5.0/tool.zip 201",
        "GET /packages 200", "GET /packages/1/package_files 200", "POST /releases 201",
      ])
  }

  @Test("keeps an uploaded file: a second upload with its name is `taken`", arguments: kinds)
  func secondUpload(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    let draft = try forge.draftWithAssets()
    guard case .taken(let failure) = forge.client.upload(try forge.asset("tool.zip", "other"), to: draft) else {
      Issue.record("the name is used already")
      return
    }
    #expect(failure.code == .releaseExists)
    #expect(try forge.client.release(id: draft.id).get().assets == draft.assets)
  }

  @Test("can have a file deleted and uploaded again while it is a draft", arguments: kinds)
  func deleteAsset(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    let draft = try forge.draftWithAssets()
    try forge.client.delete(draft.assets[0], of: draft).get()
    #expect(try forge.client.release(id: draft.id).get().assets.map(\.name) == ["tool.txt"])
    _ = try forge.client.upload(forge.asset("tool.zip", "other"), to: draft).get()
    #expect(try forge.client.release(id: draft.id).get().assets.map(\.name) == ["tool.txt", "tool.zip"])
  }

  @Test("can be deleted only while it is a draft", arguments: kinds)
  func deleteDraft(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    let draft = try forge.draftWithAssets()
    try forge.client.deleteDraft(draft).get()
    guard case .notFound = forge.client.release(id: draft.id) else {
      Issue.record("the draft is still there")
      return
    }
    let second = try forge.draftWithAssets()
    _ = try forge.client.publish(second, as: ForgeFixture.text).get()
    #expect(
      forge.client.deleteDraft(second).failure
        == Failure(
          "the release of `v1.5.0` on \(forge.client.forge.name) is public and is not deleted",
          hint: "release a fixed version instead", code: .alreadyPublic))
    #expect(try forge.client.release(tagged: "v1.5.0").get().tag == "v1.5.0")
  }

  @Test("is found among drafts on several pages, even if two have its tag", arguments: [Forge.github])
  func pages(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    try forge.server.set(#"{"page_size": 2}"#)
    for tag in ["v1.3.0", "v1.4.0", "v1.5.0", "v1.5.0", "v1.6.0"] {
      var text = ForgeFixture.text
      text.tag = tag
      _ = try forge.client.createDraft(text).get()
    }
    let drafts = try forge.client.releases().get()
    #expect(drafts.map(\.tag) == ["v1.6.0", "v1.5.0", "v1.5.0", "v1.4.0", "v1.3.0"])
    #expect(try forge.requests().suffix(3) == ["GET /releases 200", "GET /releases 200", "GET /releases 200"])
  }

  @Test("on GitLab has the assets of all pages")
  func pagesOfFiles() throws {
    let forge = try ForgeFixture(.gitlab)
    try forge.server.set(#"{"page_size": 1}"#)
    #expect(try forge.draftWithAssets().assets.map(\.name) == ["tool.zip", "tool.txt"])
  }

  @Test(
    "keeps its tag and becomes another text as long as it is a draft", arguments: [Forge.github, .forgejo])
  func update(_ kind: Forge) throws {
    let forge = try ForgeFixture(kind)
    let draft = try forge.draftWithAssets()
    var text = ForgeFixture.text
    text.notes = "Other notes"
    let changed = try forge.client.update(draft, to: text).get()
    #expect(changed.isDraft && changed.tag == "v1.5.0" && changed.notes == "Other notes")
    #expect(changed.assets == draft.assets)
  }

  @Test("that is a pre-release, or not the latest, does not become the latest")
  func latest() throws {
    let forge = try ForgeFixture(.github)
    for (tag, isPrerelease, isLatest) in [
      ("v2.0.0", false, true), ("v1.9.1", false, false), ("v3.0.0-rc.1", true, true),
    ] {
      let text = ReleaseDescription(tag: tag, title: tag, notes: "", isPrerelease: isPrerelease, isLatest: isLatest)
      _ = try forge.client.publish(forge.client.createDraft(text).get(), as: text).get()
    }
    #expect(try forge.client.latestRelease().get().tag == "v2.0.0")
  }

  @Test("on Forgejo is published by the push of its tag")
  func pushPublishes() throws {
    let folder = try TemporaryFolder()
    let git = try GitSandbox()
    _ = try git.run("git", ["init", "--bare", "--quiet", "\(folder.path)/owner/tool.git"])
    let forge = try ForgeFixture(.forgejo, server: ForgeServer(repositories: folder.path))
    let draft = try forge.draftWithAssets()
    try git.commit("first")
    try git.git("tag", "v1.5.0")
    try git.git("push", "--quiet", forge.server.remote("owner/tool"), "v1.5.0")
    #expect(try forge.client.release(id: draft.id).get().isDraft == false)
  }
}
