import Execution
import MartletCore
import SystemAPI
import TestSupport
import Testing

@testable import Execution
@testable import Lanes

/// The last looks before a release becomes public, with the forge of this machine.
@Suite("A release that a run publishes", .enabled(if: ForgeServer.obstacle == nil, "\(ForgeServer.obstacle ?? "")"))
struct ReleaseRequestsTests {
  private let forge: PublishingFixture

  init() throws { forge = try PublishingFixture() }

  /// An answer to the upload with a state or a digest that is not that of the asset.
  private func answerToUpload(state: String, digest: ContentDigest?) -> String {
    """
    {"kind": "status-after", "method": "POST", "path": "uploads", "status": 201,
     "body": {"id": 99, "name": "tool.txt", "state": "\(state)", "size": 5,
              "digest": "sha256:\(digest?.hex ?? "")", "browser_download_url": "https://github.com/x"}}
    """
  }

  @Test("is public with its asset once the remote has its tag")
  func whole() throws {
    try forge.open()
    try forge.upload()
    try forge.publish()
    let release = try forge.release()
    #expect(!release.isDraft && release.tag == "1.5.0")
    #expect(release.assets.map(\.digest) == [forge.artifact.contents?.digest])
    #expect(forge.run.outcomes[0]?.release?.url == release.page)
  }

  @Test("stays a draft while the remote does not have its tag")
  func missingTag() throws {
    try forge.open()
    try forge.upload()
    try forge.sandbox.git("push", "--quiet", "origin", ":refs/tags/1.5.0")
    #expect(throws: Failure.tagNotOnRemote("1.5.0", remote: "origin")) { try forge.publish() }
    #expect(try forge.release().isDraft)
  }

  @Test("stays a draft if its tag on the remote is another object")
  func otherTag() throws {
    try forge.open()
    try forge.upload()
    let there = try forge.tagObject()
    try forge.sandbox.git("tag", "--force", "-m", "Another", "1.5.0")
    let here = try forge.tagObject()
    #expect(throws: Failure.otherTagOnRemote("1.5.0", there, expected: here, remote: "origin")) {
      try forge.publish()
    }
    #expect(try forge.release().isDraft)
  }

  @Test("gets an asset again that another user has deleted from its draft")
  func lostAsset() throws {
    try forge.open()
    try forge.upload()
    let draft = try forge.release()
    try forge.client().delete(#require(draft.assets.first), of: draft).get()
    try forge.publish()
    #expect(try forge.release().assets.map(\.digest) == [forge.artifact.contents?.digest])
  }

  @Test("stays a draft if another user has added an asset")
  func addedAsset() throws {
    try forge.open()
    try forge.upload()
    try forge.tamper("add-asset")
    let draft = try forge.release()
    #expect(throws: Failure.unplannedAsset("stranger.bin", in: draft)) { try forge.publish() }
    #expect(try forge.release().isDraft)
  }

  @Test("keeps a title and notes that another user has edited, replaces them, or stops")
  func edits() throws {
    for (edits, notes) in [(DraftEdits.keep, "Edited by hand.\n\nNew."), (.replace, "New."), (.stop, nil)] {
      let forge = try PublishingFixture(edits: edits)
      try forge.open()
      try forge.upload()
      try forge.tamper("edit-notes")
      guard let notes else {
        #expect(throws: Failure.editedDraft(try forge.release())) { try forge.publish() }
        #expect(try forge.release().isDraft)
        continue
      }
      try forge.publish()
      #expect(try forge.release().notes == forge.mark.marking(notes))
    }
  }

  @Test("is not published beside another release of its tag, and the forge is asked once")
  func foreignRelease() throws {
    try forge.open()
    try forge.upload()
    try forge.tamper("other-job")
    let other = try #require(try forge.releases().first { !$0.isDraft })
    try forge.server.forgetRequests()
    #expect(throws: Failure.foreignRelease(other)) { try forge.publish() }
    #expect(try forge.server.requests().count { $0.method == "PATCH" } == 1)
  }

  @Test("that is still a draft after the request to publish it does not count as public")
  func unchangedDraft() throws {
    try forge.open()
    try forge.upload()
    let draft = try forge.release()
    let answer = """
      {"kind": "status", "method": "PATCH", "path": "releases/", "status": 200, "times": 9,
       "body": {"id": \(draft.id), "tag_name": "1.5.0", "name": "", "body": "", "draft": true, "prerelease": false,
                "html_url": "x", "upload_url": "https://uploads.github.com/x{?name}", "assets": []}}
      """
    try forge.server.add(fault: answer)
    // The user does not wait for the second attempt.
    let interruption = forge.interruption
    forge.run.reporter = CallbackReporter(willWait: { interruption.request(SIGINT) })
    let failure = #expect(throws: UncertainPublication.self) { try forge.publish() }
    #expect(
      failure?.reason?.firstMessage
        == "the answer of GitHub does not fit the request: the release of `1.5.0` is still a draft, expected a public one of `1.5.0`"
    )
    #expect(forge.run.outcomes.isEmpty)
  }

  @Test("that is public under another tag is not the planned one")
  func publicUnderOtherTag() throws {
    try forge.open()
    try forge.upload()
    try forge.request("PATCH", "releases/\(forge.release().id)", #"{"tag_name": "2.0.0", "draft": false}"#)
    let published = try forge.release()
    try forge.server.add(
      fault: #"{"kind": "status", "method": "PATCH", "path": "releases/", "status": 502, "times": 9}"#)
    let interruption = forge.interruption
    forge.run.reporter = CallbackReporter(willWait: { interruption.request(SIGINT) })
    #expect(throws: Failure.otherTag(published, expected: "1.5.0")) { try forge.publish() }
  }

  @Test("gets no further asset after another user has published it")
  func publishedMeanwhile() throws {
    try forge.open()
    let published = try forge.publishElsewhere()
    // As a run that was resumed in between, which reads the release again.
    forge.run.releases = [:]
    #expect(throws: Failure.incomplete(published, without: "tool.txt")) { try forge.upload() }
    #expect(try forge.release().assets == [])
  }

  @Test("that another user published under another tag gets its own tag")
  func publishedElsewhere() throws {
    try forge.open()
    try forge.upload()
    try forge.request("PATCH", "releases/\(forge.release().id)", #"{"tag_name": "2.0.0", "draft": false}"#)
    try forge.publish()
    #expect(try forge.releases().map(\.tag) == ["1.5.0"])
  }

  @Test("is found by its mark if the answer to its creation was lost")
  func lostCreation() throws {
    try forge.server.add(fault: #"{"kind": "lose-answer", "method": "POST", "path": "releases$"}"#)
    try forge.open()
    #expect(forge.run.releases[forge.draft]?.id == (try forge.release().id))
  }

  @Test("has its asset read again if the answer to the upload shows another digest, or an upload that has not ended")
  func doubtfulUpload() throws {
    let digest = try #require(forge.artifact.contents?.digest)
    for fault in [
      answerToUpload(state: "uploaded", digest: ContentDigest(of: [])), answerToUpload(state: "new", digest: digest),
    ] {
      let forge = try PublishingFixture()
      try forge.open()
      try forge.server.add(fault: fault)
      try forge.upload()
      let asset = try #require(forge.run.releases[forge.draft]?.assets.first)
      #expect(asset.digest == digest && asset.isComplete && asset.id != "99")
    }
  }

  @Test("is not continued if the forge renames its asset")
  func renamed() throws {
    try forge.open()
    try forge.server.add(fault: #"{"kind": "rename", "path": "uploads"}"#)
    let failure = #expect(throws: Failure.self) { try forge.upload() }
    let name = try #require(forge.release().assets.first?.name)
    #expect(name != "tool.txt" && failure == Failure.renamedAsset("tool.txt", as: name))
  }

  @Test("needs the bytes of the file that was kept, from its copy or from a file")
  func damagedCopy() throws {
    try forge.open()
    let contents = try #require(forge.artifact.contents)
    let copy = forge.run.folder.artifactPath(of: contents.digest)
    #expect(forge.run.folder.holds(contents))
    try forge.sandbox.shell("printf damaged > '\(copy)'")
    #expect(!forge.run.folder.holds(contents))
    try forge.sandbox.write("dist/tool.txt", "other\n")
    #expect(throws: ExecutionError.self) { try forge.upload() }
  }

  // MARK: Before the first entry

  @Test("is refused beforehand if a draft of another run has its tag, or a public release")
  func preflight() throws {
    var pending = PendingChanges()
    try ReleasePreflight(forge.draft, in: forge.workspace).check(&pending)
    let text = ReleaseDescription(forge.draft, ReleaseMark.longest)
    let draft = try forge.client().createDraft(text).get()
    #expect(throws: Failure.draftExists(draft)) {
      try ReleasePreflight(forge.draft, in: forge.workspace).check(&pending)
    }
    let published = try forge.client().publish(draft, as: text).get()
    #expect(throws: Failure.releaseExists(published)) {
      try ReleasePreflight(forge.draft, in: forge.workspace).check(&pending)
    }
  }

  @Test("is refused beforehand if its token can only read")
  func readOnlyToken() throws {
    let forge = try PublishingFixture(token: "read-token")
    var pending = PendingChanges()
    let failure = #expect(throws: Failure.self) {
      try ReleasePreflight(forge.draft, in: forge.workspace).checkAccess(&pending)
    }
    #expect(failure?.firstMessage == "the token cannot write to `owner/tool` on GitHub")
  }
}
