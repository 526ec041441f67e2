import MartletCore
import Testing

@testable import Execution
@testable import Lanes

/// The question whether a release is the planned one, as values.
@Suite("The comparison of a release with the plan")
struct ReleaseComparisonTests {
  private static let contents = ArtifactContents(size: 3, digest: ContentDigest(of: Array("abc".utf8)))
  private static let other = ContentDigest(of: Array("abd".utf8))
  private static let artifact = Artifact(name: "tool.zip", path: "dist/tool.zip", contents: contents)
  private static let text = ReleaseDescription(
    tag: "1.5.0", title: "Tool 1.5.0", notes: "New.\n\n<!-- martlet run=1 -->", isPrerelease: false, isLatest: true)

  private static func asset(
    _ name: String = "tool.zip", size: Int? = 3, digest: ContentDigest?, isComplete: Bool = true
  ) -> ForgeAsset {
    ForgeAsset(id: name, name: name, size: size, digest: digest, isComplete: isComplete, address: "https://x/\(name)")
  }

  private static func release(
    tag: String = "1.5.0", title: String = "Tool 1.5.0", notes: String = text.notes, isDraft: Bool = false,
    isPrerelease: Bool = false, _ assets: [ForgeAsset]
  ) -> ForgeRelease {
    ForgeRelease(
      id: "1", tag: tag, title: title, notes: notes, isDraft: isDraft, isPrerelease: isPrerelease, page: "https://x/1",
      assets: assets)
  }

  private static func comparison(
    _ release: ForgeRelease, on forge: Forge = .github, downloaded: ContentDigest = other
  ) -> ReleaseComparison {
    ReleaseComparison(of: text, [artifact], on: forge, with: release) { _ in downloaded }
  }

  /// The part that differs and how, or nothing.
  private static func difference(
    _ release: ForgeRelease, on forge: Forge = .github, downloaded: ContentDigest = other
  ) -> [String] {
    comparison(release, on: forge, downloaded: downloaded).differences.map { part, difference in
      switch difference {
      case .unfinished: "\(part) unfinished"
      default: "\(part) \(difference)"
      }
    }
  }

  private static let whole = asset(digest: contents.digest)

  @Test("finds no difference if every part is as planned")
  func equal() {
    let comparison = Self.comparison(Self.release([Self.whole]))
    #expect(comparison.differences.isEmpty && comparison.isDone && comparison.failure == nil)
    #expect(comparison.equalAssets == [Self.whole])
    #expect(Self.difference(Self.release([Self.asset(size: nil, digest: Self.contents.digest)])) == [])
  }

  @Test("names each part of the text that differs")
  func texts() {
    #expect(Self.difference(Self.release(tag: "2.0.0", [Self.whole])) == ["tag changed"])
    // The tag of a draft may be `untagged-…`.
    #expect(Self.difference(Self.release(tag: "untagged-1", isDraft: true, [Self.whole])) == [])
    #expect(Self.difference(Self.release(title: "Mine", [Self.whole])) == ["title changed"])
    #expect(Self.difference(Self.release(notes: "Mine.", [Self.whole])) == ["notes changed"])
    #expect(Self.difference(Self.release(notes: Self.text.notes.replacing("\n", with: "\r\n"), [Self.whole])) == [])
    #expect(Self.difference(Self.release(isPrerelease: true, [Self.whole])) == ["prerelease changed"])
    #expect(Self.difference(Self.release(isPrerelease: true, [Self.whole]), on: .gitlab) == [])
    let edited = Self.comparison(Self.release(title: "Mine", notes: "Mine.", [Self.whole]))
    #expect(edited.isEdited && edited.isDone)
    #expect(!Self.comparison(Self.release(tag: "2.0.0", [Self.whole])).isDone)
    #expect(!Self.comparison(Self.release(isDraft: true, [Self.whole])).isDone)
  }

  @Test("names a planned asset that is missing, unfinished, changed or there twice")
  func assets() {
    let name = #"asset("tool.zip")"#
    #expect(Self.difference(Self.release([])) == ["\(name) missing"])
    #expect(Self.comparison(Self.release([])).lackingAssets == ["tool.zip"])
    let starter = Self.asset(size: 0, digest: nil, isComplete: false)
    #expect(Self.difference(Self.release([starter])) == ["\(name) unfinished"])
    #expect(Self.difference(Self.release([Self.asset(size: 2, digest: nil)])) == ["\(name) unfinished"])
    // A smaller asset with a digest is complete: another user has put it there.
    for asset in [
      Self.asset(size: 2, digest: Self.other), Self.asset(size: 4, digest: nil), Self.asset(digest: Self.other),
    ] {
      #expect(Self.difference(Self.release([asset])) == ["\(name) changed"])
      #expect(Self.comparison(Self.release([asset])).failure == .otherAsset("tool.zip", page: "https://x/1"))
    }
    #expect(Self.difference(Self.release([Self.whole, Self.whole])) == ["\(name) repeated"])
  }

  @Test("downloads an asset only if the forge reports no digest")
  func download() {
    let asset = Self.asset(digest: nil)
    #expect(Self.difference(Self.release([asset]), downloaded: Self.contents.digest) == [])
    #expect(Self.difference(Self.release([asset])) == [#"asset("tool.zip") changed"#])
    #expect(Self.difference(Self.release([Self.whole])) == [])
  }

  @Test("names an asset that the plan does not have, except files of a package that no release links to")
  func unplanned() {
    let stray = Self.asset("secrets.env", digest: Self.other)
    #expect(Self.difference(Self.release([Self.whole, stray])) == [#"asset("secrets.env") unplanned"#])
    let draft = Self.release(title: "", notes: "", isDraft: true, [Self.whole, stray])
    #expect(Self.difference(draft, on: .gitlab) == [])
    #expect(
      Self.comparison(Self.release(isDraft: true, [Self.whole, stray])).failure?.firstMessage
        == "the draft has an asset `secrets.env` that the plan does not have: https://x/1")
  }
}
