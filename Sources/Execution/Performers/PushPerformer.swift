import Git
import Lanes
import Versioning

/// Pushes refs to a remote.
struct PushPerformer: EffectPerformer {
  let push: RefPush

  /// Looks at the remote, too: what it would refuse is found before anything is done here.
  func verify(in workspace: Workspace, after outlook: inout Outlook) throws {
    guard try workspace.repository.remoteNames().contains(push.remote) else {
      throw TransportError.noRemote(push.remote)
    }
    let head = try workspace.repository.head().commit
    let references = try push.refs.compactMap { ref -> PushedReference? in
      let object = try workspace.repository.reference(named: ref.source)
      if outlook.references.contains(ref.source) {
        // What the run will make follows what is there, and can be pushed only where that could.
        return (object ?? head).map(ref.pushed)
      }
      guard let object else { throw ExecutionError.missingReference(ref.source) }
      return ref.pushed(object)
    }
    try workspace.transport.rehearse(order(of: references), moving: outlook.references)
  }

  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    // What does not exist here was not sent.
    guard push.refs.allSatisfy({ !run.plannedReferences.contains($0.source) || run.references[$0.source] != nil }),
      let order = try? order(in: workspace, run)
    else { return nil }
    let change = change(of: order)
    guard case .done = try change.state(in: workspace) else { return nil }
    return change
  }

  /// What the push changes; nil while something that it sends is not there.
  func change(in workspace: Workspace, _ run: RunState) throws -> Change? {
    do {
      return change(of: try order(in: workspace, run))
    } catch ExecutionError.missingReference {
      return nil
    }
  }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    let order = try order(in: workspace, run)
    try checkCommits(of: run, in: workspace)
    return PreparedPush(change: change(of: order), order: order, transport: workspace.transport)
  }

  /// Checks that every commit of the run holds the planned contents: nothing else becomes public.
  ///
  /// - Throws: `ExecutionError.commitDiffers`.
  private func checkCommits(of run: RunState, in workspace: Workspace) throws {
    for move in run.commits {
      for file in move.files ?? []
      where try !workspace.commit(move.commit, holds: file.contents, at: file.path) {
        throw ExecutionError.commitDiffers(move.commit, path: file.path.string)
      }
    }
  }

  private func order(in workspace: Workspace, _ run: RunState) throws -> PushOrder {
    let references = try push.refs.map { ref in
      guard let object = try run.references[ref.source] ?? workspace.repository.reference(named: ref.source) else {
        throw ExecutionError.missingReference(ref.source)
      }
      return ref.pushed(object)
    }
    return order(of: references)
  }

  private func change(of order: PushOrder) -> Change {
    .push(
      remote: order.remote, references: Dictionary(order.references.map { ($0.destination, $0.object) }) { $1 })
  }

  private func order(of references: [PushedReference]) -> PushOrder {
    var order = PushOrder(references, to: push.remote)
    order.isAtomic = push.isAtomic
    order.runsHooks = push.runsHooks
    return order
  }
}

private struct PreparedPush: PreparedEffect {
  let change: Change
  let order: PushOrder
  let transport: any Transport

  func perform(_ run: inout RunState) throws {
    do {
      _ = try transport.push(order)
    } catch {
      if error.mayHaveArrived { throw UncertainPush(order, error) }
      throw error
    }
  }
}

extension RefPush.Ref {
  /// The push of `object` as this ref.
  fileprivate func pushed(_ object: ObjectID) -> PushedReference {
    let expectation: PushedReference.Expectation = isCreation ? .absent : expected.map { .at($0) } ?? .nothing
    return PushedReference(object, from: source, to: destination, expecting: expectation)
  }
}
