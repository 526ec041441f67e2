import Git
import Lanes
import Processes
import Versioning

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

  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    // What is not there here was not sent.
    guard let order = try? order(in: workspace, run) else { return nil }
    let change = change(of: order)
    guard case .done = try change.state(in: workspace) else { return nil }
    return change
  }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    let order = try order(in: workspace, run)
    return PreparedPush(change: change(of: order), order: order, repository: workspace.repository)
  }

  private func order(in workspace: Workspace, _ run: RunState) throws -> PushOrder {
    let references = try push.refs.map { ref in
      guard let object = try run.references[ref.source] ?? workspace.repository.reference(named: ref.source) else {
        throw ExecutionError.missingReference(ref.source)
      }
      return PushedReference(object, to: ref.destination, expecting: ref.isCreation ? .absent : .nothing)
    }
    var order = PushOrder(references, to: push.remote)
    order.runsHooks = push.runsHooks
    order.isInteractive = workspace.isInteractive
    return order
  }

  private func change(of order: PushOrder) -> Change {
    .push(
      remote: order.remote, references: Dictionary(order.references.map { ($0.destination, $0.object) }) { $1 })
  }
}

private struct PreparedPush: PreparedEffect {
  let change: Change
  let order: PushOrder
  let repository: Repository

  func perform(_ run: inout RunState) throws {
    do {
      _ = try GitTransport(of: repository).push(order)
    } catch {
      if error.mayHaveArrived { throw UncertainPush(order, error) }
      throw error
    }
  }
}
