import Git
import Lanes

/// Commits named files on the branch that the plan was made on.
struct CommitPerformer: EffectPerformer {
  let creation: CommitCreation

  func verify(in workspace: Workspace, after outlook: inout Outlook) throws {
    let head = try workspace.repository.head()
    guard head.branch == creation.branch else { throw ExecutionError.branchSwitchedSincePlan(creation.branch) }
    if case .existing(let parent) = creation.parent, head.commit != parent { throw ExecutionError.headMovedSincePlan }
    _ = try workspace.repository.identity(.author, now: workspace.now)
    _ = try workspace.repository.identity(.committer, now: workspace.now)
    outlook.references.insert("refs/heads/\(creation.branch)")
  }

  func perform(in workspace: Workspace, _ run: inout RunState) throws -> Undo {
    let parent = try run.commit(creation.parent)
    // Of a link that leads to a file, it is the file that was written.
    let paths = Set(try creation.paths.map { try workspace.disk.destination(of: $0) }).sorted()
    let index = IndexCopy(of: workspace.repository)
    var order = CommitOrder(paths: paths, message: creation.message, expectedHead: parent, now: workspace.now)
    order.isInteractive = workspace.isInteractive
    if !creation.runsHooks { order.hooks = .skipped }
    let commit = try workspace.repository.createCommit(order)
    run.result.commits[run.entry] = commit
    run.references["refs/heads/\(creation.branch)"] = commit
    return .moveBranchBack(from: commit, to: parent, index: index.followed(byCommitOf: paths, in: workspace.repository))
  }
}
