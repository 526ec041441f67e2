import Lanes
import MartletCore

/// A change on a forge, as the journal records it before the request is sent. The mark finds the
/// release again, so no id is needed that only the answer has.
enum ReleaseChange: ChangeValue, Hashable, Sendable, Codable {
  case draft(ReleaseDraft, ReleaseMark)
  case asset(Artifact, ReleaseDraft, ReleaseMark)
  case publication(ReleasePublication, ReleaseMark)

  var draft: ReleaseDraft {
    switch self {
    case .draft(let draft, _), .asset(_, let draft, _): draft
    case .publication(let publication, _): publication.draft
    }
  }

  private var mark: ReleaseMark {
    switch self {
    case .draft(_, let mark), .asset(_, _, let mark), .publication(_, let mark): mark
    }
  }

  /// Whether undoing it has something to delete.
  var isRevertible: Bool {
    switch self {
    case .draft: true
    // Elsewhere the assets go with the draft.
    case .asset: !draft.repository.kind.hasDrafts
    case .publication: false
    }
  }

  /// Whether it happened, as the forge reports.
  ///
  /// - Throws: `UnreadableForge` if the forge cannot be read.
  func state(in workspace: Workspace) throws -> ChangeState {
    let client = try workspace.readingClient(of: draft.repository)
    let lookup = ReleaseLookup(client: client, draft: draft, mark: mark)
    let release = try lookup.release()
    if release == nil, let other = try lookup.releaseOfOtherRun() { return .overtaken(other) }
    switch self {
    case .draft:
      // A forge without drafts has nothing to create or to find.
      return release == nil && client.forge.hasDrafts ? .notDone : .done
    case .asset(let artifact, _, _):
      guard let release else { return .notDone }
      let comparison = try lookup.comparison([artifact], with: release)
      switch comparison.difference(of: .asset(artifact.name)) {
      case nil: return .done
      case .missing, .unfinished: return .notDone
      case .changed, .repeated, .unplanned: return comparison.failure.map(ChangeState.overtaken) ?? .notDone
      }
    case .publication(let publication, _):
      if let release, !release.isDraft {
        return try lookup.comparison(publication.assets, with: release).isDone ? .done : .notDone
      }
      if let other = try lookup.other(), !other.isDraft, draft.existing == .stop || !other.assets.isEmpty {
        return .overtaken(Failure.foreignRelease(other))
      }
      return .notDone
    }
  }

  /// The release of the run; nil if there is none. On a forge without drafts, the files that are there.
  func release(in workspace: Workspace, by access: ForgeAccess? = nil) throws -> ForgeRelease? {
    let client = try workspace.readingClient(of: draft.repository, by: access)
    if let release = try ReleaseLookup(client: client, draft: draft, mark: mark).release() { return release }
    return client.forge.hasDrafts ? nil : try client.createDraft(ReleaseDescription(draft, mark)).get()
  }

  /// The result of a publication that happened, as the forge reports it; nil for other changes.
  func result(in workspace: Workspace) throws -> ReleaseResult? {
    guard case .publication(let publication, _) = self else { return nil }
    let client = try workspace.readingClient(of: draft.repository)
    let release = try ReleaseLookup(client: client, draft: draft, mark: mark).release()
    return release.map { ReleaseResult(of: $0, [], publication) }
  }

  func checkRevertible(in workspace: Workspace) throws {
    guard case .asset = self, isRevertible else { return _ = try ownDraft(in: workspace) }
    // Files beside a public release may be those that it links to.
    let found = try ForgeAccess(undoingIn: workspace).client(of: draft.repository).release(tagged: draft.release.tag)
    if case .done(let release) = found, !release.isDraft { throw Failure.draftPublished(release) }
  }

  /// Deletes the draft, while it is a draft and only the run has changed it. Its assets go with it. On a forge without drafts,
  /// deletes the file that the run has uploaded.
  func revert(in workspace: Workspace, _ folder: RunFolder) throws {
    if case .asset(let artifact, _, _) = self { return try delete(artifact, in: workspace) }
    guard let (client, lookup, release) = try ownDraft(in: workspace) else { return }
    let result = client.deleteDraft(release)
    switch result {
    case .done, .notFound: return
    case .maybeDone(let failure): if try lookup.release() != nil { throw failure }
    case .taken, .limited, .refused: try result.get()
    }
  }

  private func delete(_ artifact: Artifact, in workspace: Workspace) throws {
    let client = try ForgeAccess(undoingIn: workspace).client(of: draft.repository)
    let files = try client.createDraft(ReleaseDescription(draft, mark)).get()
    for asset in files.assets where asset.name == artifact.name && asset.digest == artifact.contents?.digest {
      let result = client.delete(asset, of: files)
      switch result {
      case .done, .notFound: continue
      case .taken, .limited, .maybeDone, .refused: try result.get()
      }
    }
  }

  /// Returns the draft that the run has created; nil if there is none.
  ///
  /// - Throws: `Failure.draftPublished`, `.draftChanged`; the error of a forge that cannot be read.
  private func ownDraft(
    in workspace: Workspace
  ) throws -> (client: any ForgeClient, lookup: ReleaseLookup, release: ForgeRelease)? {
    guard case .draft(let draft, let mark) = self, draft.repository.kind.hasDrafts else { return nil }
    let client = try ForgeAccess(undoingIn: workspace).client(of: draft.repository)
    let lookup = ReleaseLookup(client: client, draft: draft, mark: mark)
    guard let release = try lookup.release() else { return nil }
    guard release.isDraft else { throw Failure.draftPublished(release) }
    guard try !lookup.comparison([], with: release).isEdited else { throw Failure.draftChanged(release) }
    return (client, lookup, release)
  }
}

extension Workspace {
  /// A client that only reads.
  ///
  /// - Throws: `UnreadableForge`, also without a token.
  func readingClient(of repository: ForgeRepository, by access: ForgeAccess? = nil) throws -> any ForgeClient {
    do {
      return try (access ?? ForgeAccess(self)).client(of: repository)
    } catch {
      throw UnreadableForge(failure: Failure(of: error))
    }
  }
}

extension Failure {
  static func draftPublished(_ release: ForgeRelease) -> Failure {
    Failure("the draft was published during the run: \(release.page)", code: .alreadyPublic)
  }

  fileprivate static func draftChanged(_ release: ForgeRelease) -> Failure {
    Failure(
      "the draft was changed since the run created it, so it stays: \(release.page)",
      hint: "delete it on its page, then `martlet undo`; or keep it, and end the run with `martlet undo --keep`",
      code: .changedSince)
  }
}
