import Git
import Lanes
import TextEditing
import Versioning

/// Commits named files on the branch that the plan was made on.
struct CommitPerformer: EffectPerformer {
  let creation: CommitCreation

  func verify(in workspace: Workspace, after outlook: inout Outlook) throws {
    let head = try workspace.repository.head()
    guard head.reference == creation.reference else { throw ExecutionError.branchSwitchedSincePlan(creation.branch) }
    if case .existing(let parent) = creation.parent, head.commit != parent { throw ExecutionError.headMovedSincePlan }
    try workspace.repository.checkCommit(of: creation.paths.map { try workspace.disk.destination(of: $0) })
    _ = try workspace.repository.identity(.author, now: workspace.now)
    _ = try workspace.repository.identity(.committer, now: workspace.now)
    try outlook.trySigning(.commit, creation.isSigned, in: workspace)
    outlook.references.insert(creation.reference)
  }

  /// A commit on the planned parent, with the planned words and the files as they are now, is the one that was planned.
  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    let repository = workspace.repository
    guard let parent = try? run.commit(creation.parent),
      let tip = try repository.reference(named: creation.reference), tip != parent
    else { return nil }
    // Others may have come on top of it since.
    for id in try repository.commits(reachableFrom: tip, notFrom: [parent]) {
      let commit = try repository.commit(id)
      guard commit.parents == [parent], commit.subject == creation.subject else { continue }
      return .commit(
        CommitMove(
          entry: run.entry, branch: creation.branch, parent: parent, commit: id, paths: creation.paths,
          indexBefore: nil, indexAfter: nil, isDetached: creation.isDetached))
    }
    return nil
  }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    let parent = try run.commit(creation.parent)
    // Of a link that leads to a file, it is the file that was written.
    let paths = Set(try creation.paths.map { try workspace.disk.destination(of: $0) }).sorted()
    var order = CommitOrder(paths: paths, message: creation.message, expectedHead: parent, now: workspace.now)
    order.isInteractive = workspace.isInteractive
    order.signing = SigningPolicy(creation.isSigned)
    if !creation.runsHooks { order.hooks = .skipped }
    let index = workspace.repository.indexContents
    if let index { try run.folder.keep(index, of: .index, before: run.entry) }
    let commit = try workspace.repository.prepareCommit(order)
    let move = CommitMove(
      entry: run.entry, branch: creation.branch, parent: parent, commit: commit.id, paths: paths,
      indexBefore: index.map(ContentDigest.init), indexAfter: commit.indexContents.map(ContentDigest.init),
      isDetached: creation.isDetached)
    return PreparedCommitEffect(change: .commit(move), commit: commit)
  }
}

private struct PreparedCommitEffect: PreparedEffect {
  let change: Change
  let commit: PreparedCommit

  func perform(_ run: inout RunState) throws { try commit.finish() }
}
