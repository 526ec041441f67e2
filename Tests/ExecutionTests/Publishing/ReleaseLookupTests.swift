import Execution
import MartletCore
import Testing

@testable import Execution
@testable import Lanes

/// Decisions about releases that a forge already has, as values.
@Suite("A release on a forge")
struct ReleaseLookupTests {
  private static let own = "20261121-183000-0001"
  private static let other = "20261121-183000-0002"

  private static func draft() -> ReleaseDraft {
    let description = ReleaseDescription(tag: "1.5.0", title: "", notes: "New.", isPrerelease: false, isLatest: true)
    let repository = ForgeRepository(
      kind: .github, remote: "origin", address: "https://github.com/owner/tool", ForgeDeclaration())
    return ReleaseDraft(description, on: repository)
  }

  /// The mark of the run with that id.
  private static func mark(_ run: String) throws -> ReleaseMark {
    ReleaseMark(of: RunState(in: RunFolder(leavingNoRecord: try #require(RunID(run)))))
  }

  private static func release(
    _ id: String, notes: String, isDraft: Bool = true, tag: String = "1.5.0", assets: [ForgeAsset] = []
  ) -> ForgeRelease {
    ForgeRelease(
      id: id, tag: tag, title: "", notes: notes, isDraft: isDraft, isPrerelease: false, page: "https://x/\(id)",
      assets: assets)
  }

  private static func lookup(
    _ releases: [ForgeRelease], _ mark: ReleaseMark, on kind: Forge = .github
  ) throws -> ReleaseLookup {
    var client = try #require(try RecordedForge(kind))
    client.stored = releases
    return ReleaseLookup(client: client, draft: draft(), mark: mark)
  }

  @Test("is the run's own by its mark, which is unique")
  func ownRelease() throws {
    let mark = try Self.mark(Self.own)
    let own = Self.release("1", notes: mark.marking("New."))
    let foreign = Self.release("2", notes: try Self.mark(Self.other).marking("New."))
    #expect(try Self.lookup([foreign, own], mark).release() == own)
    #expect(try Self.lookup([foreign], mark).release() == nil)
    #expect(try Self.lookup([foreign, own], mark).other() == foreign)
    let second = Self.release("3", notes: mark.marking("New."))
    #expect(throws: Failure.severalReleases(["https://x/1", "https://x/3"], tag: "1.5.0")) {
      try Self.lookup([own, second], mark).release()
    }
  }

  @Test("is that of the last mark in its notes, which may quote another one before it")
  func lastMark() throws {
    let (own, other) = (try Self.mark(Self.own), try Self.mark(Self.other))
    #expect(own.isIn(own.marking(other.marking("New."))))
    #expect(!own.isIn(other.marking(own.marking("New."))))
    #expect(ReleaseMark.run(in: other.marking(own.marking("New."))) == Self.other)
  }

  @Test("that another run has published is not the own one")
  func otherRun() throws {
    let mark = try Self.mark(Self.own)
    let other = try Self.mark(Self.other)
    let published = Self.release("1", notes: other.marking("New."), isDraft: false)
    #expect(
      try Self.lookup([published], mark).releaseOfOtherRun()?.firstMessage
        == "run \(Self.other) has published the release of `1.5.0`: https://x/1")
    for release in [
      Self.release("1", notes: mark.marking("New."), isDraft: false), Self.release("1", notes: "New.", isDraft: false),
      Self.release("1", notes: other.marking("New.")),
    ] {
      #expect(try Self.lookup([release], mark).releaseOfOtherRun() == nil)
    }
  }

  @Test("without the mark is not the run's on GitLab, but the files beside it may be")
  func filesBesideRelease() throws {
    let mark = try Self.mark(Self.own)
    let asset = ForgeAsset(id: "1", name: "tool.zip", size: 4, digest: nil, isComplete: true, address: "https://x/a")
    var client = try #require(try RecordedForge(.gitlab))
    client.stored = [Self.release("1.5.0", notes: "Theirs.", isDraft: false)]
    func release() throws -> ForgeRelease? {
      try ReleaseLookup(client: client, draft: Self.draft(), mark: mark).release()
    }
    client.draft = Self.release("files", notes: "")
    #expect(try release() == nil)
    client.draft = Self.release("files", notes: "", assets: [asset])
    #expect(try release()?.id == "files")
    client.stored = [Self.release("1.5.0", notes: mark.marking("New."), isDraft: false)]
    #expect(try release()?.id == "1.5.0")
  }

  @Test("that was deleted since is not continued, except a package of GitLab without a file")
  func deleted() throws {
    let mark = try Self.mark(Self.own)
    let file = ForgeAsset(
      id: "7", name: "tool.zip", size: 3, digest: nil, isComplete: true, address: "https://x/7")
    for kind in [Forge.github, .gitlab, .forgejo] {
      let filled = Self.release("1.5.0", notes: "", assets: [file])
      #expect(throws: Failure.draftGone(Self.draft())) { try Self.lookup([], mark, on: kind).refreshed(filled) }
    }
    let empty = Self.release("1.5.0", notes: "")
    #expect(try Self.lookup([], mark, on: .gitlab).refreshed(empty) == empty)
    #expect(throws: Failure.draftGone(Self.draft())) { try Self.lookup([], mark).refreshed(empty) }
  }
}
