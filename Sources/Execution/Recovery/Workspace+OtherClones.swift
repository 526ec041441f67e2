import Git
import Lanes
import MartletCore

extension Workspace {
  /// Returns the commit that the run of another clone has pushed.
  ///
  /// - Parameter branch: The branch that the Releasefile of this clone names, without `refs/heads/`; nil: only HEAD counts.
  /// - Throws: `PushDifference`; `TransportError`; `Failure.foreignCommit` if neither HEAD nor the branch, as the remote has it
  ///   now, contains it.
  package func releasedCommit(of found: FoundRecord, onBranch branch: String?) throws -> ObjectID {
    let (references, remote) = (found.record.pushedReferences, found.place.remote)
    if let difference = try PushDifference.removed(found.record, references, from: remote, in: self) {
      throw difference
    }
    for name in references.keys { _ = try fetched(name, from: remote) }
    let commits = try references.values.map { try repository.commit(peeledFrom: $0) }
    let tip = try branch.flatMap { try fetched("refs/heads/\($0)", from: remote) }
    let tips = try [head().commit, tip].compactMap(\.self)
    guard let commit = commits.first.flatMap(\.self), commits.allSatisfy({ $0 == commit }),
      try tips.contains(where: { try repository.isAncestor(commit, of: $0) })
    else {
      throw repository.isShallow
        ? Failure.missingStart(of: found) : Failure.foreignCommit(of: found, branch: branch ?? "HEAD")
    }
    return commit
  }

  /// Returns the object that a reference of the remote names, with all it contains; nil if there is none.
  private func fetched(_ name: String, from remote: String) throws -> ObjectID? {
    let transport = try transport(to: remote)
    guard let object = try transport.references([name], of: remote)[name] else { return nil }
    if try !repository.hasObject(object) { try transport.download(name, of: remote) }
    return object
  }

  /// Creates a tag of the plan here as the remote has it.
  func createTag(_ tag: String, asOn remote: String) throws {
    let name = "refs/tags/\(tag)"
    guard try repository.reference(named: name) == nil, let object = try fetched(name, from: remote) else { return }
    try repository.createReference(name, naming: object)
  }

  /// Returns the commits from the one before the run of `found`, which is the first one, to `commit`, its last one.
  package func commits(of found: FoundRecord, to commit: ObjectID) throws -> [ObjectID] {
    let count = found.record.doneEntries.count { if case .createCommit = $0.effect { true } else { false } }
    let line = try repository.line(of: count, to: commit)
    guard line.count > count, try line.allSatisfy(repository.hasCommit) else { throw Failure.missingStart(of: found) }
    return line
  }

  /// Creates a working tree at `commit` in a temporary folder.
  package func workTree(at commit: ObjectID) throws -> TemporaryWorkTree {
    try trust.check(.write, before: "a working tree")
    return try TemporaryWorkTree(of: repository, at: commit)
  }

  /// Returns what a run of another clone that has not pushed has made on servers.
  ///
  /// - Parameter repository: Returns where this project publishes the release of a tag: a record cannot name another place.
  /// - Throws: `Failure.hasBegun` if something of it cannot be deleted here; `ExecutionError.alreadyPublic`,
  ///   `Failure.publicDraft`.
  package func withdrawal(
    of found: FoundRecord, repository: (_ tag: String) throws -> ForgeRepository, app: AppStoreApp?
  ) throws -> Withdrawal {
    let record = found.record
    guard !found.hasPushed else {
      throw ExecutionError.alreadyPublic(record.pushedReferences.keys.sorted(), isOpen: true)
    }
    let mark = ReleaseMark(of: RunState(in: RunStore(of: self.repository).folder(of: record.id)))
    func own(_ draft: ReleaseDraft) throws -> ReleaseDraft? {
      let own = try repository(draft.release.tag)
      guard own.kind == draft.repository.kind, own.name == draft.repository.name else { return nil }
      return ReleaseDraft(draft.release, on: own, edits: draft.edits)
    }
    let changes = try record.entries.compactMap { entry -> Change? in
      let progress = record.progress[entry.number]
      guard progress?.isUndone != true, entry.effect.isOutward || entry.effect.reachesService else { return nil }
      if case .uploadAsset(let artifact, let draft) = entry.effect {
        // They go with the draft. Where there are no drafts, the claim has those that are planned.
        guard !draft.repository.kind.hasDrafts else { return nil }
        guard let own = try own(draft) else { throw Failure.hasBegun(entry, in: found) }
        return .release(.asset(artifact, own, mark))
      }
      guard let change = progress?.change else { return nil }
      switch change {
      case .release(.draft(let draft, _)):
        if let own = try own(draft) { return .release(.draft(own, mark)) }
      case .upload(let upload) where upload.upload.build.app == app:
        if upload.isRevertible { return change }
        if case .notDone = try upload.state(in: self) { return nil }
      default: break
      }
      throw Failure.hasBegun(entry, in: found)
    }
    do {
      for change in changes { try change.checkRevertible(in: self) }
    } catch let failure as Failure where failure.code == .alreadyPublic {
      throw Failure.publicDraft(because: failure)
    }
    return Withdrawal(found: found, changes: changes)
  }

  /// Deletes what a run has made on servers, and records that it was undone.
  ///
  /// - Returns: The head after it.
  /// - Throws: `RecordTaken`. Then the record stays.
  package func perform(_ withdrawal: Withdrawal) throws -> LaneHead {
    let found = withdrawal.found
    try trust.check(.write, before: "undoing a run of another clone")
    let folder = RunStore(of: repository).folder(of: found.record.id)
    for change in withdrawal.changes.reversed() { try change.revert(in: self, folder) }
    return try end(found, as: .undone)
  }
}

/// What a run of another clone has made on servers, in the order in which it was made. It can be deleted here.
package struct Withdrawal {
  fileprivate let found: FoundRecord
  fileprivate let changes: [Change]
}

extension Failure {
  /// A user who may push a reference may have invented the run and its commit.
  fileprivate static func foreignCommit(of found: FoundRecord, branch: String) -> Failure {
    Failure(
      "run \(found.record.id) has released a commit that neither HEAD nor `\(branch)` of `\(found.place.remote)` contains",
      hint: "see it with `git ls-remote \(found.place.remote.shellWord)`; if it is yours, merge it into `\(branch)`; "
        + "otherwise end it with `martlet undo --keep`",
      exit: .partlyPublic)
  }

  fileprivate static func missingStart(of found: FoundRecord) -> Failure {
    Failure(
      "this clone does not have the history up to the release of run \(found.record.id)",
      hint: "fetch it with `git fetch --unshallow`", code: .shallowClone, exit: .partlyPublic)
  }

  /// The draft of a run that has not pushed was published by hand.
  fileprivate static func publicDraft(because failure: Failure) -> Failure {
    Failure(
      failure.firstMessage,
      hint: "run `martlet finish` in the clone where the run began, or end it with `martlet undo --keep`",
      code: .alreadyPublic, exit: .partlyPublic)
  }

  /// Only the clone of the run can finish or undo it.
  fileprivate static func hasBegun(_ entry: Plan.Entry, in found: FoundRecord) -> Failure {
    Failure(
      "run \(found.record.id), \(found.record.holder.description), has not pushed, and has begun: "
        + entry.effect.summary.phrase,
      hint:
        "run `martlet finish` in the clone where the run began, or end it with `martlet undo --keep`, which leaves "
        + "that as it is",
      code: .anotherRun, exit: .locked)
  }
}
