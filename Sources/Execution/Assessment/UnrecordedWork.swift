import Git
import Lanes
import MartletCore

/// A commit with the files of a run that its journal does not contain: the last lines are lost, or the user committed the
/// files. If the run is done, the user did.
package struct UnrecordedWork {
  package let commit: ObjectID

  /// Searches the checked-out commit for the files that the run wrote.
  ///
  /// - Returns: Nil when nothing is found, or the journal of a run that has not ended contains the last stage.
  init?(of record: RunRecord, _ items: [RunAssessment.Item], in workspace: Workspace) {
    guard !record.isUndoing, let head = try? workspace.head().commit else { return nil }
    if record.outcome == .done {
      guard let commit = try? Self.commit(with: items, before: head, in: workspace) else { return nil }
      self.init(commit: commit)
      return
    }
    guard record.outcome == nil, record.stages.last?.isLast != true else { return nil }
    guard Self.commits(head, items, in: workspace) else { return nil }
    self.init(commit: head)
  }

  private init(commit: ObjectID) {
    self.commit = commit
  }

  /// Returns the commit that brought the files of the run to `head`; nil if they are not there.
  private static func commit(
    with items: [RunAssessment.Item], before head: ObjectID, in workspace: Workspace
  ) throws -> ObjectID? {
    var commit = head
    guard commits(commit, items, in: workspace) else { return nil }
    while let parent = try workspace.repository.commit(commit).parents.first {
      guard commits(parent, items, in: workspace) else { return commit }
      commit = parent
    }
    return nil
  }

  /// Returns whether `commit` contains every file that the run wrote and, according to the journal, did not commit.
  private static func commits(
    _ commit: ObjectID, _ items: [RunAssessment.Item], in workspace: Workspace
  ) -> Bool {
    let files = uncommittedFiles(of: items)
    return !files.isEmpty
      && files.values.allSatisfy { file in
        (try? workspace.commit(commit, holds: .bytes(file.after), at: file.path)) == true
      }
  }

  /// The files that the run wrote and, according to the journal, did not commit.
  private static func uncommittedFiles(of items: [RunAssessment.Item]) -> [RelativePath: FileReplacement] {
    var files: [RelativePath: FileReplacement] = [:]
    for item in items {
      switch item.change {
      // The last lines of the journal may be lost, so what is on the disk counts.
      case .file(let file) where item.isDone: files[file.path] = file
      // Its intention alone is in the journal if the process was killed right after the commit.
      case .commit(let move) where item.commit != nil: for path in move.paths { files[path] = nil }
      default: break
      }
    }
    return files
  }
}

extension UnrecordedWork: CustomStringConvertible {
  package var description: String { "commit \(commit.short)" }
}

extension ExecutionError {
  /// A commit with the files of a run that its journal does not contain: the user made it, or the last lines are lost.
  static func unrecordedCommit(_ work: String, isPublic: Bool) -> ExecutionError {
    .failed(
      Failure(
        "\(work) contains the files of the run, and its journal does not have this commit",
        hint: isPublic
          ? "end the run with `martlet undo --keep`, which leaves everything as it is"
          : "undo the commit and keep its files with `git reset --soft HEAD~1`, then run the command again; "
            + "or end the run with `martlet undo --keep`, which leaves everything as it is",
        code: .journalGone))
  }

  /// The user has committed the files of a run that is done.
  static func committedByUser(_ commit: ObjectID, isPublic: Bool) -> ExecutionError {
    .failed(
      Failure(
        "commit \(commit.short) contains the files of the run, so that undoing it would only change them back on disk",
        hint: isPublic
          ? "undo the commit with `git revert \(commit.short)`"
          : "if it is the last one, undo it and keep its files with `git reset HEAD~1`, then run `martlet undo` again; "
            + "otherwise run `git revert \(commit.short)`"))
  }
}
