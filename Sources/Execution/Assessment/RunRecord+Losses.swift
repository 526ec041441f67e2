import Lanes
import MartletCore

extension RunRecord {
  /// Returns whether the draft was deleted that the run created and did not publish, or one of its assets. False if the forge
  /// cannot be read.
  func hasLost(_ change: ReleaseChange, _ run: inout RunState, in workspace: Workspace) -> Bool {
    let isPublished = entries.contains { entry in
      guard case .publishRelease(let publication) = entry.effect else { return false }
      return publication.draft == change.draft && progress[entry.number]?.isDone == true
    }
    guard outcome == nil, !isPublished else { return false }
    if case .asset(let artifact, let draft, _) = change, let release = run.releases[draft] {
      return !release.assets.contains { $0.name == artifact.name && $0.isComplete }
    }
    guard case .draft(let draft, _) = change else { return run.lostDrafts.contains(change.draft) }
    do {
      run.releases[draft] = try change.release(in: workspace)
      return run.releases[draft] == nil
    } catch {
      return false
    }
  }

  /// Returns whether a done change was undone without a journal entry, which a failing disk can cause. For a file that
  /// the run writes twice, this cannot be checked.
  func hasVanished(_ change: Change, in workspace: Workspace) throws -> Bool {
    guard change.leavesTraces else { return false }
    if let path = change.path, progress.values.count(where: { $0.change.path == path }) > 1 { return false }
    if case .notDone = try change.state(in: workspace) { return true }
    return false
  }
}

extension Workspace {
  /// Whether a forge shows that a release of the run is still the draft that the run has made.
  func shows(openReleaseOf run: RunRecord) -> Bool {
    let mark = ReleaseMark(of: RunState(in: RunStore(of: repository).folder(of: run.id)))
    return run.entries.contains { entry in
      guard case .publishRelease(let publication) = entry.effect, publication.draft.repository.kind.hasDrafts else {
        return false
      }
      // A forge that cannot be read shows nothing.
      let release = try? ReleaseChange.publication(publication, mark).release(in: self)
      return release?.isDraft == true
    }
  }
}
