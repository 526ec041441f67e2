import Git
import Lanes
import MartletCore

/// Pushes one commit with planned files to a branch of another repository.
struct TreePerformer: EffectPerformer {
  let publication: TreePublication

  /// Checks that the files are as planned, that a commit can be made, and that the server accepts a push.
  ///
  /// Keeps the new files in the clone, so that they can be pushed after they are gone here.
  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    try workspace.explainingCredentials(for: publication.branch) { try check(in: workspace, after: &pending) }
  }

  private func check(in workspace: Workspace, after pending: inout PendingChanges) throws {
    let branch = publication.branch
    let clone = try workspace.clone(of: branch)
    let head = try clone.head(of: branch.name)
    if try !publication.isPublished(in: clone, at: head) { try publication.storeFiles(in: clone, of: workspace) }
    guard pending.branches.insert(branch).inserted else { return }
    _ = try workspace.repository.identity(.author, now: workspace.now)
    _ = try workspace.repository.identity(.committer, now: workspace.now)
    try pending.trySigning(.commit, nil, in: workspace)
    try clone.rehearsePush(to: branch.name, over: head)
  }

  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    guard publication.changes != nil, case .done = try publication.state(in: workspace) else { return nil }
    return .tree(publication)
  }

  func prepare(in workspace: Workspace, _ run: RunState) -> any PreparedEffect {
    PreparedAction(.tree(publication)) { _ in try push(in: workspace) }
  }

  /// The number of times that the commit is made, each time on another newest commit.
  private static let attempts = 5

  private func push(in workspace: Workspace) throws {
    let branch = publication.branch
    let clone = try workspace.clone(of: branch)
    for attempt in 1...Self.attempts {
      let head = try clone.head(of: branch.name)
      if try publication.isPublished(in: clone, at: head) { return }
      let commit = try clone.commit(
        files(in: clone, of: workspace), on: head, message: publication.message, now: workspace.now)
      do throws(TransportError) {
        return try clone.push(commit, to: branch.name, over: head)
      } catch {
        if error.mayHaveArrived { throw UncertainPush(request(of: commit), error) }
        // Another commit was pushed since the read: it stays, and ours comes after it.
        guard error.isAboutOtherCommit, attempt < Self.attempts else { throw error }
      }
    }
  }

  private func request(of commit: ObjectID) -> PushRequest {
    let reference = "refs/heads/\(publication.branch.name)"
    return PushRequest(
      [PushedReference(commit, from: reference, to: reference, expecting: .nothing)], to: publication.branch.address)
  }

  /// The planned files. Those that are not in the clone are read again.
  private func files(in clone: BranchClone, of workspace: Workspace) throws -> [String: TreeFile?] {
    guard let changes = publication.changes else { throw ExecutionError.unknownContents(publication.branch.name) }
    try publication.storeFiles(in: clone, of: workspace)
    return Dictionary(uniqueKeysWithValues: changes.map { ($0.path, $0.after) })
  }
}

extension TreePublication: ChangeValue {
  /// Whether the branch has the planned files.
  func state(in workspace: Workspace) throws -> ChangeState {
    let clone = try workspace.clone(of: branch)
    do {
      return try isPublished(in: clone, at: clone.head(of: branch.name)) ? .done : .notDone
    } catch let error as Failure {
      return .overtaken(error)
    }
  }

  /// Stores the new files that are not in the clone yet.
  ///
  /// - Throws: `ExecutionError.changedSincePlan`.
  fileprivate func storeFiles(in clone: BranchClone, of workspace: Workspace) throws {
    for change in changes ?? [] {
      guard let file = change.after, let source = change.source, try !clone.holds(file.object) else { continue }
      let (mode, bytes) = try source.contents(over: change.before, in: workspace)
      guard try TreeFile(mode: mode, object: clone.store(bytes)) == file else {
        throw ExecutionError.changedSincePlan(change.path)
      }
    }
  }

  /// Whether the commit `head` has the planned files.
  ///
  /// - Throws: `Failure.otherFile` if one of them is neither as planned nor as it was before.
  fileprivate func isPublished(in clone: BranchClone, at head: ObjectID?) throws -> Bool {
    let files = try head.map(clone.files) ?? [:]
    guard let changes else { return false }
    let open = changes.filter { files[$0.path] != $0.after }
    if let other = open.first(where: { files[$0.path] != $0.before }) {
      throw Failure.otherFile(other.path, on: branch)
    }
    // A commit changes all files or none.
    return open.isEmpty
  }
}

extension TransportError {
  fileprivate var isAboutOtherCommit: Bool {
    switch self {
    case .moved, .nonFastForward, .tagExists: true
    default: false
    }
  }
}

extension Failure {
  fileprivate static func otherFile(_ path: String, on branch: RemoteBranch) -> Failure {
    Failure(
      "`\(path)` on `\(branch.name)` of `\(branch.address)` was changed by another commit since the plan was made",
      hint:
        "see the commit with `git fetch \(branch.address.shellWord) \(branch.name.shellWord)` and `git log -p FETCH_HEAD`",
      exit: .conflict)
  }
}
