import Git
import Lanes
import MartletCore

/// A branch, or a detached HEAD, that moves to a new commit, and the index that follows it.
struct CommitMove: Hashable, Sendable, Codable {
  let entry: Int
  let branch: String
  let parent: ObjectID
  let commit: ObjectID
  /// The planned files, in byte order of their paths.
  let files: [CommittedFile]
  /// Nil when there was no index.
  var indexBefore: ContentDigest?
  var indexAfter: ContentDigest?
  /// Whether HEAD itself moves.
  var isDetached: Bool?

  var paths: [RelativePath] { files.map(\.path) }

  /// The full name of the reference that moves.
  var reference: String { isDetached == true ? "HEAD" : "refs/heads/\(branch)" }
}

extension CommitMove: ChangeValue {
  func state(in workspace: Workspace) throws -> ChangeState {
    let found = try workspace.repository.reference(named: reference)
    if found == commit { return .done }
    return found == parent ? .notDone : .overtaken(try error(at: found, in: workspace))
  }

  var leavesTraces: Bool { true }
  var isRevertible: Bool { true }

  func finish(in workspace: Workspace, _ folder: RunFolder) throws {
    // Another branch may be checked out since, whose index has nothing to do with the commit.
    guard workspace.repository.indexContents != nil, try workspace.repository.head().reference == reference else {
      return
    }
    try workspace.repository.advanceIndex(paths, from: parent, to: commit)
  }

  /// The error of a reference at `found`, which is neither the commit nor its parent. If `found` replaces the commit, going
  /// back to the parent makes it possible to create the commit again.
  private func error(at found: ObjectID?, in workspace: Workspace) throws -> any Error {
    guard let found else { return GitError.referenceMoved(reference, expected: commit, found: nil) }
    let isBelow = (try? workspace.repository.isAncestor(commit, of: found)) == true
    let stop = isBelow ? commit : parent
    return Difference.head(
      try workspace.head(), expected: isDetached == true ? .detached(stop) : .branch(branch, stop), isPlanned: false,
      in: workspace)
  }

  func revert(in workspace: Workspace, _ folder: RunFolder) throws {
    let repository = workspace.repository
    switch try state(in: workspace) {
    case .overtaken(let error): throw error
    case .notDone, .partlyDone: break
    case .done:
      guard try repository.head().reference == reference else { throw ExecutionError.branchSwitchedSincePlan(branch) }
      try repository.moveHead(from: commit, to: parent, message: "martlet: undone", now: workspace.now)
    }
    let current = repository.indexContents
    let found = current.map(ContentDigest.init)
    if found == indexBefore { return }
    if found == indexAfter, let indexBefore,
      let contents = folder.copy(of: .index, before: entry, expecting: indexBefore)
    {
      if try repository.restoreIndex(contents, expecting: current) { return }
    }
    // More was staged since, so only the paths of the commit are reset.
    try repository.resetIndex(paths, to: parent)
  }
}
