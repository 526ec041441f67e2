import Execution
import MartletCore
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

/// What a resumed or undone run finds on the forge.
@Suite(
  "The part of a release that a run may have made",
  .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct ReleaseChangeTests {
  private func draft(_ forge: PublishingFixture) -> ReleaseChange { .draft(forge.draft, forge.mark) }
  private func asset(_ forge: PublishingFixture) -> ReleaseChange { .asset(forge.artifact, forge.draft, forge.mark) }
  private func publication(_ forge: PublishingFixture) -> ReleaseChange {
    .publication(ReleasePublication(of: forge.draft, with: [forge.artifact], isAwaited: false), forge.mark)
  }

  @Test("is done once the forge shows it", arguments: [Forge.github, .forgejo])
  func states(_ kind: Forge) throws {
    let forge = try PublishingFixture(kind)
    func states() throws -> [String] {
      try [draft(forge), asset(forge), publication(forge)].map(forge.state)
    }
    #expect(try states() == ["not done", "not done", "not done"])
    try forge.open()
    #expect(try states() == ["done", "not done", "not done"])
    try forge.upload()
    #expect(try states() == ["done", "done", "not done"])
    try forge.publish()
    #expect(try states() == ["done", "done", "done"])
    // A public release without a planned asset, or with another one, is not the planned one.
    try forge.server.tamper(
      #"{"forge": "\#(kind.id)", "repository": "owner/tool", "tag": "1.5.0", "action": "rename-asset", "asset": "tool.txt"}"#
    )
    #expect(try states() == ["done", "not done", "not done"])
  }

  @Test("is overtaken by a release that another job has made on GitLab, and not done by it")
  func foreignRelease() throws {
    let forge = try PublishingFixture(.gitlab)
    try forge.open()
    try forge.upload()
    try forge.tamper("other-job")
    #expect(
      try forge.state(of: publication(forge))
        == "overtaken: this run did not make the public release of `1.5.0`: "
        + "\(forge.server.address)/owner/tool/-/releases/1.5.0")
    #expect(try forge.state(of: asset(forge)) == "done")
  }

  @Test("is deleted from the package of GitLab by undo, but no other file")
  func undoOnGitLab() throws {
    let forge = try PublishingFixture(.gitlab)
    try forge.open()
    try forge.upload()
    try forge.tamper("fill-package")
    try asset(forge).revert(in: forge.workspace, forge.run.folder)
    #expect(try forge.client().release(id: "1.5.0").get().assets.map(\.name) == ["secrets.env"])
  }

  @Test("is not done while its upload has not ended, and overtaken by other contents")
  func unfinished() throws {
    let forge = try PublishingFixture()
    try forge.open()
    let release = try forge.release()
    try forge.server.add(fault: #"{"kind": "starter", "path": "uploads"}"#)
    try forge.sandbox.write("other.txt", "other\n")
    let other = AssetFile(
      name: "tool.txt", path: "\(forge.sandbox.path)/other.txt", size: 6)
    _ = try forge.client().upload(other, to: release)
    #expect(try forge.release().assets.map(\.isComplete) == [false])
    #expect(try forge.state(of: asset(forge)) == "not done")

    let second = try PublishingFixture()
    try second.open()
    _ = try second.client().upload(
      AssetFile(name: "tool.txt", path: other.path, size: 6), to: second.release()
    ).get()
    let page = try second.release().page
    #expect(
      try second.state(of: asset(second))
        == "overtaken: the release has an asset `tool.txt` with other contents: \(page)")
  }

  @Test("is overtaken if another run has published the release")
  func otherClone() throws {
    let forge = try PublishingFixture()
    let text = ReleaseDescription(forge.draft, ReleaseMark.longest)
    let client = try forge.client()
    let published = try client.publish(client.createDraft(text).get(), as: text).get()
    #expect(
      try forge.state(of: draft(forge))
        == "overtaken: run 20260101-000000-0000 has published the release of `1.5.0`: \(published.page)")
  }

  @Test("is deleted with the draft by undo", arguments: [Forge.github, .forgejo])
  func undo(_ kind: Forge) throws {
    let forge = try PublishingFixture(kind)
    try forge.open()
    try draft(forge).revert(in: forge.workspace, forge.run.folder)
    #expect(try forge.releases() == [])
    // A second undo finds nothing.
    try draft(forge).revert(in: forge.workspace, forge.run.folder)
  }

  @Test("stays if the user has changed the draft", arguments: ["name", "body"])
  func changed(_ key: String) throws {
    let forge = try PublishingFixture()
    try forge.open()
    let release = try forge.release()
    let text = key == "name" ? "Mine" : "Mine. \(release.notes)".replacing("\n", with: "\\n")
    try forge.request("PATCH", "releases/\(release.id)", #"{"tag_name": "1.5.0", "\#(key)": "\#(text)"}"#)
    let failure = #expect(throws: Failure.self) { try draft(forge).revert(in: forge.workspace, forge.run.folder) }
    #expect(
      failure?.firstMessage == "the draft was changed since the run created it, so it stays: \(release.page)")
    #expect(try forge.releases().count == 1)
  }

  @Test("stays if the draft was published meanwhile")
  func published() throws {
    let forge = try PublishingFixture()
    try forge.open()
    let page = try forge.publishElsewhere().page
    let failure = #expect(throws: Failure.self) { try draft(forge).revert(in: forge.workspace, forge.run.folder) }
    #expect(failure?.firstMessage == "the draft was published during the run: \(page)")
    #expect(try forge.release().isDraft == false)
  }

  @Test("is not undone if the deletion has no answer and the draft is still there")
  func lostDeletion() throws {
    let forge = try PublishingFixture()
    try forge.open()
    try forge.server.add(fault: #"{"kind": "lose-request", "method": "DELETE"}"#)
    let failure = #expect(throws: Failure.self) { try draft(forge).revert(in: forge.workspace, forge.run.folder) }
    #expect(failure?.firstMessage == "GitHub may have performed the request, but its answer was lost")
    #expect(try forge.releases().count == 1)

    try forge.server.add(fault: #"{"kind": "lose-answer", "method": "DELETE"}"#)
    try draft(forge).revert(in: forge.workspace, forge.run.folder)
    #expect(try forge.releases() == [])
  }
}
