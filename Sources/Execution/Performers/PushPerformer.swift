import Git
import Lanes
import MartletCore

/// Pushes refs to a remote.
struct PushPerformer: EffectPerformer {
  let push: RefPush

  /// Checks the remote as well, so that a rejected push is found before any change here.
  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    guard workspace.repository.remoteNames().contains(push.remote) else {
      throw TransportError.noRemote(push.remote)
    }
    let head = try workspace.repository.head().commit
    let references = try push.refs.compactMap { ref -> PushedReference? in
      let object = try workspace.repository.reference(named: ref.source)
      if pending.references.contains(ref.source) {
        // Future commits follow the current one, and can be pushed only if that can.
        return (object ?? head).map(ref.pushed)
      }
      guard let object else { throw ExecutionError.missingReference(ref.source) }
      return ref.pushed(object)
    }
    note(in: &pending)
    let missing = pending.isResumed ? try withoutOvertaken(references, in: workspace) : references
    try workspace.transport(to: push.remote).rehearse(request(of: missing), moving: pending.references)
  }

  /// Checks that the branches of the remote are where the plan expects them, and that its tags do not exist.
  ///
  /// - Throws: `TransportError.moved`, `.tagExists`; the error of a remote that cannot be read.
  func checkRemote(in workspace: Workspace) throws {
    let transport = try workspace.transport(to: push.remote)
    for found in try transport.referencesAtEachPlace(push.refs.map(\.destination), of: push.remote) {
      for ref in push.refs {
        let (name, there) = (ref.destination, found[ref.destination])
        if ref.isCreation, let there {
          throw TransportError.tagExists(remote: push.remote, reference: name, found: there, by: nil)
        }
        if let expected = ref.expected, there != expected {
          throw TransportError.moved(remote: push.remote, reference: name, expected: expected, found: there)
        }
      }
    }
  }

  func note(in pending: inout PendingChanges) { pending.hasPush = true }

  var aspects: Expectation.Aspects { .remotes }

  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    // A missing reference was not pushed.
    guard push.refs.allSatisfy({ !run.plannedReferences.contains($0.source) || run.references[$0.source] != nil }),
      let request = try? request(in: workspace, run)
    else { return nil }
    let change = change(of: request)
    guard case .done = try change.state(in: workspace) else { return nil }
    return change
  }

  /// Returns the change of the push; nil while something that it pushes is missing.
  func change(in workspace: Workspace, _ run: RunState) throws -> Change? {
    do {
      return change(of: try request(in: workspace, run))
    } catch ExecutionError.missingReference {
      return nil
    }
  }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    let request = try request(in: workspace, run)
    try checkCommits(of: run, in: workspace)
    let missing = run.isResumed ? self.request(of: try withoutOvertaken(request.references, in: workspace)) : request
    return PreparedPush(
      change: change(of: request),
      request: run.shared == nil || run.sentEntries.contains(run.entry) ? missing : missing.creating,
      workspace: workspace, transport: try workspace.transport(to: push.remote))
  }

  /// Returns the references without branches of the remote that contain what is pushed: others have pushed on top of it since the
  /// run stopped.
  private func withoutOvertaken(_ references: [PushedReference], in workspace: Workspace) throws -> [PushedReference] {
    let branches = references.map(\.destination).filter { $0.hasPrefix("refs/heads/") }
    guard !branches.isEmpty else { return references }
    let transport = try workspace.transport(to: push.remote)
    let places = try transport.referencesAtEachPlace(branches, of: push.remote)
    return try references.filter { reference in
      try !places.allSatisfy { found in
        guard let tip = found[reference.destination], tip != reference.object else { return false }
        if try !workspace.repository.hasCommit(tip) { try transport.download(reference.destination, of: push.remote) }
        return try workspace.repository.isAncestor(reference.object, of: tip)
      }
    }
  }

  /// Checks that every commit of the run has the planned contents, so that nothing else becomes public.
  ///
  /// - Throws: `ExecutionError.commitDiffers`.
  private func checkCommits(of run: RunState, in workspace: Workspace) throws {
    for move in run.commits {
      for file in move.files
      where try !workspace.commit(move.commit, holds: file.contents, at: file.path) {
        throw ExecutionError.commitDiffers(move.commit, path: file.path.string)
      }
    }
  }

  private func request(in workspace: Workspace, _ run: RunState) throws -> PushRequest {
    let references = try push.refs.map { ref in
      guard let object = try run.references[ref.source] ?? workspace.repository.reference(named: ref.source) else {
        throw ExecutionError.missingReference(ref.source)
      }
      return ref.pushed(object)
    }
    return request(of: references)
  }

  private func change(of request: PushRequest) -> Change {
    .push(
      remote: request.remote, references: Dictionary(request.references.map { ($0.destination, $0.object) }) { $1 })
  }

  private func request(of references: [PushedReference]) -> PushRequest {
    var request = PushRequest(references, to: push.remote)
    request.isAtomic = push.isAtomic
    request.runsHooks = push.runsHooks
    return request
  }
}

private struct PreparedPush: PreparedEffect {
  let change: Change
  let request: PushRequest
  let workspace: Workspace
  let transport: GitTransport

  func perform(_ run: inout RunState) throws {
    let tags = Set(request.references.map(\.destination))
    for (draft, assets) in run.plannedAssets
    where draft.repository.kind.hasDrafts && tags.contains("refs/tags/\(draft.release.tag)") {
      try ReleaseRequests(draft, in: workspace, run).checkBeforePush(of: assets, &run)
    }
    let willSend = run.willSend
    let shared = run.shared?.place.remote == request.remote ? run.shared : nil
    // A server that hides the reference refuses it alone, even in an atomic push (`receive.hideRefs` in git-config(1)), so the
    // claim goes first.
    if let shared, !shared.isClaimed || !request.isAtomic { try run.moveRecord() }
    let record = request.isAtomic ? try shared?.next(with: run.entry) : nil
    do {
      _ = try transport.push(request.with(record)) { () throws(TransportError) in
        do {
          try willSend()
        } catch {
          throw .failed(remote: request.remote, output: error.firstMessage)
        }
      }
      if let record { shared?.didMove(to: record.object) }
    } catch {
      // An answer was lost: the record has arrived, and so everything else.
      if let record, shared?.hasArrived(record.object) == true { return }
      if let failure = shared?.explained(error) as? any ExplainedError, !(failure is TransportError) { throw failure }
      if error.mayHaveArrived { throw UncertainPush(request, error) }
      throw error
    }
  }
}

extension PushRequest {
  /// The request of a run that has not sent anything before: what it creates must not be there, not even as the same object.
  fileprivate var creating: PushRequest {
    with(
      references.map { reference in
        guard reference.expectation == .absent else { return reference }
        return PushedReference(
          reference.object, from: reference.source, to: reference.destination, expecting: .new)
      })
  }

  /// The request with another reference in the same push.
  fileprivate func with(_ reference: PushedReference?) -> PushRequest {
    with(references + [reference].compactMap(\.self))
  }

  private func with(_ references: [PushedReference]) -> PushRequest {
    var request = PushRequest(references, to: remote)
    request.isAtomic = isAtomic
    request.runsHooks = runsHooks
    return request
  }
}

extension RefPush.Ref {
  /// Returns the push of `object` to this reference.
  fileprivate func pushed(_ object: ObjectID) -> PushedReference {
    let expectation: PushedReference.Expectation = isCreation ? .absent : expected.map { .at($0) } ?? .nothing
    return PushedReference(object, from: source, to: destination, expecting: expectation)
  }
}

/// The references of a remote that a push moves, and the objects that they will name.
struct PushChange: ChangeValue {
  let remote: String
  let references: [String: ObjectID]

  func state(in workspace: Workspace) throws -> ChangeState {
    let places = try workspace.transport(to: remote).referencesAtEachPlace(references.keys.sorted(), of: remote)
    // A push is repeated reference by reference: references that have arrived are left unchanged.
    let count = try places.reduce(0) { count, found in
      try count
        + references.count { name, object in
          try found[name].map { try workspace.repository.holds(object, name, at: $0) } ?? false
        }
    }
    return count == references.count * places.count ? .done : count == 0 ? .notDone : .partlyDone
  }
}

extension Repository {
  /// Returns whether a remote whose reference `name` is at `found` contains `object` there. Other users may have pushed
  /// commits on top of it.
  fileprivate func holds(_ object: ObjectID, _ name: String, at found: ObjectID) throws -> Bool {
    if found == object { return true }
    // A commit that is missing here cannot be searched.
    guard name.hasPrefix("refs/heads/"), (try? commit(found)) != nil else { return false }
    return try isAncestor(object, of: found)
  }
}

extension ExecutionError {
  /// A commit of the run does not hold the planned contents of a file.
  static func commitDiffers(_ commit: ObjectID, path: String) -> ExecutionError {
    .failed(
      Failure(
        "commit \(commit.short) does not hold the planned contents of `\(path)`, so it is not pushed",
        hint: "compare them with `git show \(commit.short) -- \(path.shellWord)`", code: .changedSince))
  }
}
