import Lanes
import MartletCore

/// Performs an effect on a release of a forge.
protocol ReleasePerformer: EffectPerformer {
  func change(with mark: ReleaseMark) -> ReleaseChange
  func perform(_ requests: ReleaseRequests, _ run: inout RunState) throws
}

extension ReleasePerformer {
  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    let change = change(with: ReleaseMark(of: run))
    guard run.hasReached(change.draft) else { return nil }
    switch try change.state(in: workspace) {
    case .done: return .release(change)
    case .overtaken(let error as ForeignRelease): throw error
    case .notDone, .partlyDone, .overtaken: return nil
    }
  }

  func prepare(in workspace: Workspace, _ run: RunState) -> any PreparedEffect {
    let change = change(with: ReleaseMark(of: run))
    return PreparedAction(.release(change)) { run in
      try perform(ReleaseRequests(change.draft, in: workspace, run), &run)
    }
  }
}

extension RunState {
  /// Whether the run may have reached `draft`: its tag exists before.
  fileprivate func hasReached(_ draft: ReleaseDraft) -> Bool {
    let reference = "refs/tags/\(draft.release.tag)"
    return !plannedReferences.contains(reference) || references[reference] != nil
  }
}

/// Creates a draft.
struct DraftPerformer: ReleasePerformer {
  let draft: ReleaseDraft

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    try ReleasePreflight(draft, in: workspace).check(&pending)
  }

  func change(with mark: ReleaseMark) -> ReleaseChange { .draft(draft, mark) }
  func perform(_ requests: ReleaseRequests, _ run: inout RunState) throws { try requests.open(&run) }
}

/// Uploads an asset.
struct AssetPerformer: ReleasePerformer {
  let artifact: Artifact
  let draft: ReleaseDraft

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    try ReleasePreflight(draft, in: workspace).checkAccess(&pending)
  }

  func change(with mark: ReleaseMark) -> ReleaseChange { .asset(artifact, draft, mark) }
  func perform(_ requests: ReleaseRequests, _ run: inout RunState) throws { try requests.upload(artifact, &run) }
}

/// Publishes a draft.
struct PublicationPerformer: ReleasePerformer {
  let publication: ReleasePublication

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    try ReleasePreflight(publication.draft, in: workspace).checkAccess(&pending)
  }

  func change(with mark: ReleaseMark) -> ReleaseChange { .publication(publication, mark) }
  func perform(_ requests: ReleaseRequests, _ run: inout RunState) throws { try requests.publish(publication, &run) }
}
