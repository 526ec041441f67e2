import Lanes
import MartletCore

/// Reads the release of a run from its forge.
struct ReleaseLookup {
  let client: any ForgeClient
  let draft: ReleaseDraft
  let mark: ReleaseMark

  private var tag: String { draft.release.tag }

  /// The release of the run, draft or not; nil if there is none.
  ///
  /// Drafts are searched in the whole list, because no forge finds them reliably by tag.
  /// - Throws: `Failure.severalReleases` if two carry the mark of the run; `UnreadableForge`.
  func release() throws -> ForgeRelease? {
    guard client.forge.hasDrafts else { return try package() }
    let own = try all().filter { mark.isIn($0.notes) }
    guard own.count < 2 else { throw Failure.severalReleases(own.map(\.page), tag: tag) }
    return own.first
  }

  /// The release as it is now, by its id.
  ///
  /// - Throws: `Failure.draftGone` if it was deleted; `UnreadableForge`.
  func refreshed(_ release: ForgeRelease) throws -> ForgeRelease {
    let result = client.release(id: release.id)
    if case .notFound = result {
      // On a forge without drafts, one without files is only in memory.
      guard !client.forge.hasDrafts, release.assets.isEmpty else { throw Failure.draftGone(draft) }
      return release
    }
    return try readable(result)
  }

  /// The release of another run or user with the tag; nil if there is none.
  func other() throws -> ForgeRelease? {
    guard client.forge.hasDrafts else {
      return try package().flatMap { $0.isDraft || mark.isIn($0.notes) ? nil : $0 }
    }
    return try all().first { $0.tag == tag && !mark.isIn($0.notes) }
  }

  /// The public release, if another run has published it.
  func releaseOfOtherRun() throws -> ForeignRelease? {
    guard client.forge.hasDrafts,
      let release = try all().first(where: { $0.tag == tag && !$0.isDraft }), let run = mark.otherRun(in: release.notes)
    else { return nil }
    return ForeignRelease(tag: tag, run: run, page: release.page)
  }

  private func all() throws -> [ForgeRelease] { try readable(client.releases()) }

  private func package() throws -> ForgeRelease? {
    let result = client.release(id: tag)
    if case .notFound = result { return nil }
    return try readable(result)
  }

  private func readable<Value>(_ result: ForgeResult<Value>) throws -> Value {
    do throws(Failure) {
      return try result.get()
    } catch {
      throw UnreadableForge(failure: error)
    }
  }
}

/// A forge that could not be read, so that its releases are unknown.
struct UnreadableForge: ExplainedError {
  let failure: Failure
}

/// The release of another run.
package struct ForeignRelease: ExplainedError {
  let tag: String
  let run: String
  let page: String

  package var failure: Failure {
    Failure(
      "run \(run) has published the release of `\(tag)`: \(page)",
      hint: "end this run with `martlet undo --keep`", code: .releaseExists, exit: .conflict)
  }
}

/// How an asset on a forge compares with the artifact of the plan.
enum AssetComparison: Equatable {
  case missing
  case same(ForgeAsset)
  /// The remains of an upload that broke off.
  case unfinished(ForgeAsset)
  case other(ForgeAsset)

  /// Compares by digest; where the forge reports none, by size and then by downloading the asset.
  ///
  /// - Throws: `Failure.severalAssets`; the failure of the download.
  init(of artifact: Artifact, in release: ForgeRelease, on client: any ForgeClient) throws {
    let found = release.assets.filter { $0.name == artifact.name }
    guard found.count < 2 else { throw Failure.severalAssets(artifact.name, page: release.page) }
    guard let asset = found.first, let contents = artifact.contents else {
      self = .missing
      return
    }
    guard asset.isComplete, asset.size ?? contents.size >= contents.size else {
      self = .unfinished(asset)
      return
    }
    guard asset.size ?? contents.size == contents.size else {
      self = .other(asset)
      return
    }
    let digest = try asset.digest ?? client.download(asset, to: nil).get()
    self = digest == contents.digest ? .same(asset) : .other(asset)
  }
}

extension Failure {
  static func severalReleases(_ pages: [String], tag: String) -> Failure {
    Failure(
      "\(pages.count) releases of `\(tag)` carry the mark of this run: \(pages.quotedList)",
      hint: "delete all but one of them on their pages, then `martlet resume`")
  }

  static func severalAssets(_ name: String, page: String) -> Failure {
    Failure(
      "the release has several assets called `\(name)`, expected one: \(page)",
      hint: "delete all but one of them on the page, then `martlet resume`")
  }

  static func draftGone(_ draft: ReleaseDraft) -> Failure {
    Failure(
      "the draft of `\(draft.release.tag)` on \(draft.repository.kind.name) was deleted since the run created it",
      hint: "`martlet resume` creates it again")
  }
}
