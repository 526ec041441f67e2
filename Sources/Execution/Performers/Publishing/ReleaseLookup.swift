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
    guard client.forge.hasDrafts else {
      let found = try package()
      guard let found, !found.isDraft, !mark.isIn(found.notes) else { return found }
      // The release is not the run's, the files beside it may be.
      let files = try readable(client.createDraft(ReleaseDescription(draft, mark)))
      return files.assets.isEmpty ? nil : files
    }
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

  /// Compares the planned release, with these assets, with `release`.
  ///
  /// - Parameter digests: The digests of assets that were downloaded, by their ids.
  /// - Throws: The failure of a download.
  func comparison(
    _ assets: [Artifact], with release: ForgeRelease, knowing digests: inout [String: ContentDigest]
  ) throws -> ReleaseComparison {
    var known = digests
    defer { digests = known }
    return try ReleaseComparison(
      of: ReleaseDescription(draft, mark), assets, on: client.forge, with: release
    ) { asset in
      if let digest = known[asset.id] { return digest }
      let digest = try client.download(asset, to: nil).get()
      known[asset.id] = digest
      return digest
    }
  }

  func comparison(_ assets: [Artifact], with release: ForgeRelease) throws -> ReleaseComparison {
    var digests: [String: ContentDigest] = [:]
    return try comparison(assets, with: release, knowing: &digests)
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

extension Failure {
  static func severalReleases(_ pages: [String], tag: String) -> Failure {
    Failure(
      "\(pages.count) releases of `\(tag)` carry the mark of this run: \(pages.quotedList)",
      hint: "delete all but one of them on their pages, then `martlet finish`")
  }

  static func foreignRelease(_ release: ForgeRelease) -> Failure {
    Failure(
      "this run did not make the public release of `\(release.tag)`: \(release.page)",
      hint: "delete it on its page, then `martlet finish`; or end the run with `martlet undo --keep`",
      code: .releaseExists, exit: .conflict)
  }

  static func draftGone(_ draft: ReleaseDraft) -> Failure {
    Failure(
      "the draft of `\(draft.release.tag)` on \(draft.repository.kind.name) was deleted since the run created it",
      hint: "`martlet finish` creates it again")
  }
}
