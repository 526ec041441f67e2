import Git
import Lanes
import TextEditing
import Versioning

/// How a performed effect is taken back: only if the world is still as the effect left it.
enum Undo: Hashable, Sendable {
  /// There is nothing to take back.
  case nothing
  /// The file held `contents` and now holds bytes of the digest `written`.
  case restoreFile(RelativePath, contents: [UInt8], written: ContentDigest)
  /// There was no file, nor any of `folders`; now it holds bytes of the digest `written`.
  case removeFile(RelativePath, folders: [RelativePath], written: ContentDigest)
  /// The branch was at `to`, `from` was put on it, and `index` was what was staged.
  case moveBranchBack(from: ObjectID, to: ObjectID, index: IndexCopy)
  case deleteTag(String, object: ObjectID)

  /// Takes the effect back.
  ///
  /// - Throws: `ExecutionError.changedSinceWritten` or a `GitError` when somebody has been there since.
  func revert(in workspace: Workspace) throws {
    switch self {
    case .nothing: break
    case .restoreFile(let path, let contents, let written):
      try check(path, written, in: workspace)
      try workspace.disk.replace(path, with: contents)
    case .removeFile(let path, let folders, let written):
      try check(path, written, in: workspace)
      try workspace.disk.remove(path, with: folders)
    case .moveBranchBack(let from, let to, let index):
      try workspace.repository.moveHead(
        from: from, to: to, message: "martlet: taken back", now: workspace.now)
      try index.restore(in: workspace.repository, at: to)
    case .deleteTag(let name, let object):
      try workspace.repository.deleteTag(named: name, expected: object)
    }
  }

  private func check(_ path: RelativePath, _ written: ContentDigest, in workspace: Workspace) throws {
    guard try workspace.disk.contents(at: path).map(ContentDigest.init) == written else {
      throw ExecutionError.changedSinceWritten(path.string)
    }
  }
}
