import Git
import Lanes
import MartletCore

/// Commits named files on the planned branch.
struct CommitPerformer: EffectPerformer {
  let creation: CommitCreation

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    if let operation = try workspace.unfinishedOperation() { throw Failure.unfinishedOperation(operation) }
    let head = try workspace.repository.head()
    guard head.reference == creation.reference else { throw ExecutionError.branchSwitchedSincePlan(creation.branch) }
    if case .existing(let parent) = creation.parent, head.commit != parent { throw ExecutionError.headMovedSincePlan }
    try workspace.repository.checkCommit(of: creation.paths.map { try workspace.disk.destination(of: $0) })
    if creation.runsHooks { try workspace.repository.checkHooksFolder() }
    _ = try workspace.repository.identity(.author, now: workspace.now)
    _ = try workspace.repository.identity(.committer, now: workspace.now)
    try pending.trySigning(.commit, creation.isSigned, in: workspace)
    note(in: &pending)
  }

  var createdReference: String? { creation.reference }
  var aspects: Expectation.Aspects { [.project, .identity] }

  /// Finds the commit on the planned parent with the planned subject and the planned contents, and nothing else. A hook may
  /// have changed the subject.
  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    let repository = workspace.repository
    guard let parent = try? run.commit(creation.parent),
      let tip = try repository.reference(named: creation.reference), tip != parent
    else { return nil }
    let planned = try plannedFiles(in: workspace)
    let mayDiffer = creation.runsHooks && repository.hasHook(named: ["prepare-commit-msg", "commit-msg"])
    // More commits may follow it.
    for id in try repository.commits(reachableFrom: tip, notFrom: [parent]) {
      let commit = try repository.commit(id)
      guard commit.parents == [parent], mayDiffer || commit.subject == creation.subject,
        try Set(repository.paths(differingBetween: parent, and: id)).isSubset(of: planned.keys),
        try planned.allSatisfy({ try workspace.commit(id, holds: $1, at: $0) })
      else { continue }
      return .commit(move(to: id, on: parent, planned, run))
    }
    return nil
  }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    let parent = try run.commit(creation.parent)
    let planned = try plannedFiles(in: workspace)
    try check(planned, in: workspace)
    let index = workspace.repository.indexContents
    if let index { try run.folder.keep(index, of: .index, before: run.entry) }
    var attempt = ReferenceAttempt(entry: run.entry, reference: creation.reference)
    attempt.branch = creation.isDetached == true ? nil : creation.branch
    (attempt.parent, attempt.paths) = (parent, planned.keys.sorted())
    attempt.indexBefore = index.map(ContentDigest.init)
    return PreparedAction(.attempt(attempt)) { [attempt] run in
      let commit = try attempt.making(with: self, in: workspace, &run) {
        try workspace.repository.createCommit(request(for: attempt, in: workspace))
      }
      var move = move(to: commit, on: parent, planned, run)
      move.indexBefore = attempt.indexBefore
      move.indexAfter = workspace.repository.indexContents.map(ContentDigest.init)
      do {
        try check(commit, on: parent, planned, in: workspace)
        run.knownChange = .commit(move)
      } catch {
        // A hook may have pushed it. Then it is undone like other changes, if it is not public.
        let isPrivate = !workspace.repository.hasHook(named: ["post-commit", "reference-transaction"])
        if !isPrivate || (try? move.revert(in: workspace, run.folder)) == nil { run.knownChange = .commit(move) }
        throw error
      }
    }
  }

  private func request(for attempt: ReferenceAttempt, in workspace: Workspace) -> CommitRequest {
    var request = CommitRequest(
      paths: attempt.paths, message: creation.message, expectedHead: attempt.parent, now: workspace.now)
    request.isInteractive = workspace.isInteractive
    request.signing = SigningPolicy(creation.isSigned)
    if !creation.runsHooks { request.hooks = .skipped }
    return request
  }

  /// Checks that the commit has the planned contents, and nothing else: a hook or another process may have changed files.
  private func check(
    _ commit: ObjectID, on parent: ObjectID, _ planned: [RelativePath: CommittedFile.Contents], in workspace: Workspace
  ) throws {
    let found = try workspace.repository.paths(differingBetween: parent, and: commit)
    let other = found.filter { planned[$0] == nil }.sorted().first
    let differing = try planned.sorted { $0.key < $1.key }.first { path, contents in
      try !workspace.commit(commit, holds: contents, at: path)
    }
    if let path = other ?? differing?.key {
      throw workspace.repository.hasHook(named: ["pre-commit"])
        ? ExecutionError.changedByHook(path.string) : ExecutionError.changedSinceWritten(path.string)
    }
    try check(planned, in: workspace)
  }

  /// Returns the planned contents by the path of the actual file, with links resolved.
  private func plannedFiles(in workspace: Workspace) throws -> [RelativePath: CommittedFile.Contents] {
    try creation.files.reduce(into: [:]) { $0[try workspace.disk.destination(of: $1.path)] = $1.contents }
  }

  /// - Throws: `ExecutionError.changedSinceWritten`, `.unknownContents`.
  private func check(_ planned: [RelativePath: CommittedFile.Contents], in workspace: Workspace) throws {
    for (path, contents) in planned.sorted(by: { $0.key < $1.key }) {
      guard contents != .unknown else { throw ExecutionError.unknownContents(path.string) }
      guard CommittedFile.Contents(of: try workspace.disk.contents(at: path)) == contents else {
        throw ExecutionError.changedSinceWritten(path.string)
      }
    }
  }

  private func move(
    to commit: ObjectID, on parent: ObjectID, _ planned: [RelativePath: CommittedFile.Contents], _ run: RunState
  ) -> CommitMove {
    CommitMove(
      entry: run.entry, branch: creation.branch, parent: parent, commit: commit,
      files: planned.map { CommittedFile($0.key, $0.value) }.sorted { $0.path < $1.path }, indexBefore: nil,
      indexAfter: nil, isDetached: creation.isDetached)
  }
}

extension Workspace {
  /// Returns whether `commit` has `contents` at `path`. That is so if its blob has these bytes, if the file on disk has
  /// them and git converts it to that blob, or if a checkout gives them. For a file that a program such as Git LFS
  /// converts, only its presence is checked.
  func commit(_ commit: ObjectID, holds contents: CommittedFile.Contents, at path: RelativePath) throws -> Bool {
    guard try repository.hasFile(at: path, in: commit) else { return contents == .absent }
    if contents == .absent { return false }
    if contents == CommittedFile.Contents(of: try repository.contents(of: path, in: commit)) { return true }
    if contents == CommittedFile.Contents(of: try disk.contents(at: path)) {
      return try repository.commit(commit, holdsFileOnDiskAt: path)
    }
    if try repository.filterIsProgram(at: path) { return true }
    return contents == CommittedFile.Contents(of: try repository.checkedOutContents(of: path, in: commit))
  }
}

extension ExecutionError {
  /// The `pre-commit` hook added a change to the commit that is not in the plan.
  static func changedByHook(_ path: String) -> ExecutionError {
    .failed(
      Failure(
        "the hook `pre-commit` changed `\(path)` in the commit, expected the planned contents",
        hint: "make the change in a `run` step before `commit`, with the file in its `outputs`, or set `hooks: false`",
        code: .changedSince))
  }
}
