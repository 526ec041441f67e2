import Lanes
import MartletCore

/// Performs the effects of a release.
struct ReleasePerformer: EffectPerformer {
  let effect: ReleaseEffect

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    switch effect {
    case .keepArtifact: break
    case .openDraft(let draft): try ReleasePreflight(draft, in: workspace).check(&pending)
    case .uploadAsset(_, let draft): try ReleasePreflight(draft, in: workspace).checkAccess(&pending)
    case .publishRelease(let publication):
      try ReleasePreflight(publication.draft, in: workspace).checkAccess(&pending)
    case .publishPackage(let publication): try PackagePublisher(publication, in: workspace).check()
    case .verifyRelease: break
    }
  }

  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    switch effect {
    case .keepArtifact(let artifact): return artifact.contents.map(run.folder.holds) == true ? .nothing : nil
    case .verifyRelease: return nil
    case .publishPackage(let publication):
      guard case .done = try publication.state(in: workspace) else { return nil }
      return .package(publication)
    case .openDraft, .uploadAsset, .publishRelease:
      guard let change = change(run), run.hasReached(change.draft) else { return nil }
      switch try change.state(in: workspace) {
      case .done: return .release(change)
      case .overtaken(let error as ForeignRelease): throw error
      case .notDone, .partlyDone, .overtaken: return nil
      }
    }
  }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    PreparedRelease(change: journalled(run), effect: effect, workspace: workspace)
  }

  private func journalled(_ run: RunState) -> Change {
    if case .publishPackage(let publication) = effect { return .package(publication) }
    return change(run).map(Change.release) ?? .nothing
  }

  private func change(_ run: RunState) -> ReleaseChange? {
    switch effect {
    case .keepArtifact, .publishPackage, .verifyRelease: nil
    case .openDraft(let draft): .draft(draft, ReleaseMark(of: run))
    case .uploadAsset(let artifact, let draft): .asset(artifact, draft, ReleaseMark(of: run))
    case .publishRelease(let publication): .publication(publication, ReleaseMark(of: run))
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

private struct PreparedRelease: PreparedEffect {
  let change: Change
  let effect: ReleaseEffect
  let workspace: Workspace

  func perform(_ run: inout RunState) throws {
    switch effect {
    case .keepArtifact(let artifact): try keep(artifact, run)
    case .openDraft(let draft): try ReleaseRequests(draft, in: workspace, run).open(&run)
    case .uploadAsset(let artifact, let draft): try ReleaseRequests(draft, in: workspace, run).upload(artifact, &run)
    case .publishRelease(let publication):
      try ReleaseRequests(publication.draft, in: workspace, run).publish(publication, &run)
    case .publishPackage(let publication):
      try PackagePublisher(publication, in: workspace, reporter: run.reporter).publish(run)
    case .verifyRelease(let verification): try PublishedReleaseCheck(verification, in: workspace, run).check()
    }
  }

  private func keep(_ artifact: Artifact, _ run: RunState) throws {
    guard let contents = artifact.contents else { throw ExecutionError.unknownContents(artifact.path) }
    let path = try workspace.absoluteArtifactPath(artifact.path)
    try run.folder.keepArtifact(at: path, holding: contents, named: artifact.path)
    try run.folder.checkArchive(artifact, holding: contents)
  }
}
