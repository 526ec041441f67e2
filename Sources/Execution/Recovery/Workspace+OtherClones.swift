import Git
import Lanes
import MartletCore

extension Workspace {
  /// Fetches what another clone's run has pushed, and creates its tags here.
  ///
  /// - Throws: `TransportError`; `PushDifference`; `GitError.tagExists` for another tag of that name.
  package func fetchReferences(of record: RunRecord, from remote: String) throws {
    let references = record.pushedReferences
    if let difference = try PushDifference.removed(record, references, from: remote, in: self) { throw difference }
    let transport = try transport(to: remote)
    for (name, object) in references.sorted(by: { $0.key < $1.key }) {
      let isTag = name.hasPrefix("refs/tags/")
      let found = isTag ? try repository.reference(named: name) : nil
      if found == object { continue }
      if let found { throw GitError.tagExists(String(name.dropFirst(10)), target: found) }
      try transport.download(name, of: remote)
      if isTag { try repository.createReference(name, naming: object) }
    }
  }

  /// Whether the branch of the remote contains `commit`.
  package func isPublic(_ commit: ObjectID, onBranch branch: String, of remote: String) throws -> Bool {
    let name = "refs/heads/\(branch)"
    guard let tip = try transport(to: remote).references([name], of: remote)[name], try repository.hasCommit(tip) else {
      return false
    }
    return try repository.isAncestor(commit, of: tip)
  }

  /// Whether `commit`, which the record of a run has brought, follows HEAD.
  package func canMoveForward(to commit: ObjectID) throws -> Bool {
    guard let head = try head().commit, try repository.hasCommit(commit) else { return false }
    return try repository.isAncestor(head, of: commit)
  }

  /// Moves the checked-out branch, or a detached HEAD, forward to `commit`, with the work tree.
  ///
  /// - Throws: The refusal of git, which keeps local changes.
  package func moveForward(to commit: ObjectID) throws {
    try trust.check(.write, before: "moving the branch forward")
    try repository.moveForward(to: commit)
  }
}
