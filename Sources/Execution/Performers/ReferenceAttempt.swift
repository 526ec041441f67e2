import Git
import Lanes
import MartletCore

/// A commit or a tag that git is about to make. Its object is known only afterwards, and replaces this change in the journal.
///
/// If that line is missing, the repository shows whether it was made (`EffectPerformer.isPerformed`).
struct ReferenceAttempt: Hashable, Sendable, Codable {
  let entry: Int
  /// The full name of the reference that moves or is created.
  let reference: String
  /// The branch; nil for a detached HEAD, and for a tag.
  var branch: String?
  /// The commit that the reference names before; nil for a tag.
  var parent: ObjectID?
  /// The files of a commit.
  var paths: [RelativePath] = []
  /// Nil when there was no index.
  var indexBefore: ContentDigest?
}

extension EffectPerformer {
  /// Returns the commit or tag that git has made; nil for none. Waits for a git that has survived its Martlet.
  func change(madeBy attempt: ReferenceAttempt, in workspace: Workspace, _ run: RunState) throws -> Change? {
    try workspace.repository.waitForCommits()
    let change = try isPerformed(in: workspace, run)
    guard case .commit(var move) = change else { return change }
    move.indexBefore = attempt.indexBefore
    return .commit(move)
  }
}

extension ReferenceAttempt {
  /// Returns the object that `make` has made. If git was interrupted, it may have made it before.
  func making(
    with performer: some EffectPerformer, in workspace: Workspace, _ run: inout RunState, _ make: () throws -> ObjectID
  ) throws -> ObjectID {
    do {
      return try make()
    } catch GitError.interrupted(let signal) {
      run.knownChange = try? workspace.uninterrupted { try performer.change(madeBy: self, in: workspace, run) }
      throw GitError.interrupted(signal: signal)
    }
  }
}

extension ReferenceAttempt: ChangeValue {
  func state(in workspace: Workspace) throws -> ChangeState {
    let found = try workspace.repository.reference(named: reference)
    if found == parent { return .notDone }
    guard let parent else {
      let target = try found.flatMap { try workspace.repository.commit(peeledFrom: $0) ?? $0 } ?? nil
      let name = String(reference.dropFirst("refs/tags/".count))
      return .overtaken(target.map { GitError.tagExists(name, target: $0) } ?? .invalidTagName(name))
    }
    guard found != nil else { return .overtaken(GitError.referenceMoved(reference, expected: parent, found: nil)) }
    let expected = branch.map { HeadState.branch($0, parent) } ?? .detached(parent)
    return .overtaken(Difference.head(try workspace.head(), expected: expected, isPlanned: false, in: workspace))
  }

  var leavesTraces: Bool { true }
  var isRevertible: Bool { true }

  func checkRevertible(in workspace: Workspace) throws {
    if parent != nil, case .overtaken(let error) = try state(in: workspace) { throw error }
  }

  func revert(in workspace: Workspace, _ folder: RunFolder) throws { try checkRevertible(in: workspace) }
}
