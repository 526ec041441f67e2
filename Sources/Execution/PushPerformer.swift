import Git
import Lanes
import Processes

/// Pushes refs to a remote: all of them or none.
struct PushPerformer: EffectPerformer {
  let push: RefPush

  func verify(in workspace: Workspace, after outlook: inout Outlook) throws {
    guard try workspace.repository.remoteNames().contains(push.remote) else {
      throw TransportError.noRemote(push.remote)
    }
    for ref in push.refs where !outlook.references.contains(ref.source) {
      guard try workspace.repository.reference(named: ref.source) != nil else {
        throw ExecutionError.missingReference(ref.source)
      }
    }
    guard workspace.repository.gitProgram.isThere else { throw TransportError.program(.programNotFound("git")) }
  }

  func perform(in workspace: Workspace, _ run: inout RunState) throws -> Undo {
    let references = try push.refs.map { ref in
      guard let object = try run.references[ref.source] ?? workspace.repository.reference(named: ref.source) else {
        throw ExecutionError.missingReference(ref.source)
      }
      return PushedReference(object, to: ref.destination, expecting: ref.isCreation ? .absent : .nothing)
    }
    var order = PushOrder(references, to: push.remote)
    order.runsHooks = push.runsHooks
    order.isInteractive = workspace.isInteractive
    do {
      _ = try GitTransport(of: workspace.repository).push(order)
    } catch {
      if error.mayHaveArrived { throw UncertainPush(order, error) }
      throw error
    }
    return .nothing
  }
}
