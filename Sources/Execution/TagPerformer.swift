import Git
import Lanes

/// Makes an annotated tag.
struct TagPerformer: EffectPerformer {
  let creation: TagCreation

  func verify(in workspace: Workspace, after outlook: inout Outlook) throws {
    guard try workspace.repository.tag(named: creation.name) == nil else {
      throw ExecutionError.tagAppearedSincePlan(creation.name)
    }
    // What a plan finds checked out is what it was shown to tag, and to push.
    if case .existing(let target) = creation.target, try workspace.repository.head().commit != target {
      throw ExecutionError.headMovedSincePlan
    }
    _ = try workspace.repository.identity(.committer, now: workspace.now)
    outlook.references.insert("refs/tags/\(creation.name)")
  }

  func perform(in workspace: Workspace, _ run: inout RunState) throws -> Undo {
    var order = TagOrder(
      name: creation.name, commit: try run.commit(creation.target), message: creation.message, now: workspace.now)
    order.isInteractive = workspace.isInteractive
    let object = try workspace.repository.createTag(order)
    run.references["refs/tags/\(creation.name)"] = object
    return .deleteTag(creation.name, object: object)
  }
}
