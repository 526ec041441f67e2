import Git
import Lanes
import MartletCore

/// Creates an annotated tag.
struct TagPerformer: EffectPerformer {
  let creation: TagCreation

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    guard try workspace.repository.tag(named: creation.name) == nil else {
      throw ExecutionError.tagAppearedSincePlan(creation.name)
    }
    // The planned commit to tag and push is the checked-out one.
    if case .existing(let target) = creation.target, try workspace.repository.head().commit != target {
      throw ExecutionError.headMovedSincePlan
    }
    try workspace.repository.checkTag(named: creation.name)
    _ = try workspace.repository.identity(.committer, now: workspace.now)
    try pending.trySigning(.tag, creation.isSigned, in: workspace)
    note(in: &pending)
  }

  var createdReference: String? { "refs/tags/\(creation.name)" }
  var aspects: Expectation.Aspects { [.project, .identity] }

  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    guard let tag = try workspace.repository.tag(named: creation.name) else { return nil }
    guard let target = try? run.commit(creation.target), tag.commit == target else {
      throw GitError.tagExists(creation.name, target: tag.commit ?? tag.object)
    }
    return .tag(creation.name, object: tag.object)
  }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    var request = TagRequest(
      name: creation.name, commit: try run.commit(creation.target), message: creation.message, now: workspace.now)
    request.isInteractive = workspace.isInteractive
    request.signing = SigningPolicy(creation.isSigned)
    let attempt = ReferenceAttempt(entry: run.entry, reference: "refs/tags/\(creation.name)")
    return PreparedAction(.attempt(attempt)) { [request] run in
      let object = try attempt.making(with: self, in: workspace, &run) { try workspace.repository.createTag(request) }
      run.knownChange = .tag(request.name, object: object)
    }
  }
}

/// A tag that is created.
struct TagChange: ChangeValue {
  let name: String
  let object: ObjectID

  func state(in workspace: Workspace) throws -> ChangeState {
    guard let found = try workspace.repository.reference(named: "refs/tags/\(name)") else { return .notDone }
    return found == object
      ? .done
      : .overtaken(GitError.tagExists(name, target: try workspace.repository.commit(peeledFrom: found) ?? found))
  }

  var leavesTraces: Bool { true }
  var isRevertible: Bool { true }

  func revert(in workspace: Workspace, _ folder: RunFolder) throws {
    // A tag of that name at another object is not the run's.
    if case .done = try state(in: workspace) { try workspace.repository.deleteTag(named: name, expected: object) }
  }
}

extension ExecutionError {
  static func tagAppearedSincePlan(_ name: String) -> ExecutionError {
    .failed(
      Failure(
        "the tag `\(name)` has appeared since the plan was made", hint: "run the command again for a new plan",
        code: .tagTaken))
  }
}
