import Lanes
import MartletCore

/// The change that performing an entry makes. It is written to the journal first, so that Martlet can later check
/// whether it happened, and undo it.
enum Change: Hashable, Sendable, Codable {
  /// Nothing to undo, and nothing is lost when the entry is performed again.
  case nothing
  case file(FileReplacement)
  case commit(CommitMove)
  /// A commit or a tag that git has yet to make.
  case attempt(ReferenceAttempt)
  /// The files or folders that an export puts in place, in order.
  case export([ExportPlacement])
  /// The files that an export moves from a draft into a folder with other files. They are not undone, because they
  /// cannot be distinguished from the previous files.
  case exportInto(FolderDraft)
  /// A tag, without `refs/tags/`, and the object that it names.
  case tag(String, object: ObjectID)
  /// References of a remote by their full names there, and the objects that they will name.
  case push(remote: String, references: [String: ObjectID])
  /// A command with effects outside this machine. Only the user can find out whether it ran.
  case outwardCommand(String)
  case release(ReleaseChange)
  case announcement(AnnouncementAttempt)
  /// A commit on a branch of another repository, which the files there show.
  case tree(TreePublication)
  case upload(UploadChange)
  case store(StoreChange)

  private var value: any ChangeValue {
    switch self {
    case .nothing: NoChange()
    case .file(let file): file
    case .commit(let move): move
    case .attempt(let attempt): attempt
    case .export(let placements): placements
    case .exportInto(let draft): draft
    case .tag(let name, let object): TagChange(name: name, object: object)
    case .push(let remote, let references): PushChange(remote: remote, references: references)
    case .outwardCommand(let line): OutwardCommand(line: line)
    case .release(let change): change
    case .announcement(let attempt): attempt
    case .tree(let publication): publication
    case .upload(let change): change
    case .store(let change): change
    }
  }

  var leavesTraces: Bool { value.leavesTraces }
  var isRevertible: Bool { value.isRevertible }
  func state(in workspace: Workspace) throws -> ChangeState { try value.state(in: workspace) }
  func checkRevertible(in workspace: Workspace) throws { try value.checkRevertible(in: workspace) }
  func finish(in workspace: Workspace, _ folder: RunFolder) throws { try value.finish(in: workspace, folder) }
  func revert(in workspace: Workspace, _ folder: RunFolder) throws { try value.revert(in: workspace, folder) }

  /// The path of the file that it writes; nil for other changes.
  var path: RelativePath? {
    if case .file(let file) = self { file.path } else { nil }
  }
}

/// Whether a change has happened.
enum ChangeState {
  case notDone
  /// Some of the pushed references have arrived.
  case partlyDone
  case done
  /// The current state is neither the one before the change nor the one after it, because something else changed it
  /// since.
  case overtaken(any Error)
}

/// What recovery needs of one kind of change.
protocol ChangeValue {
  /// Returns whether the change has happened, by the current state of files, git and servers.
  ///
  /// - Throws: When the state cannot be read, for example because a remote is unreachable.
  func state(in workspace: Workspace) throws -> ChangeState

  /// Whether files and references here show that it happened, without the journal.
  var leavesTraces: Bool { get }

  /// Whether there is something to undo after it has happened.
  var isRevertible: Bool { get }

  /// - Throws: Why `revert` cannot undo it. `Reversal` checks commits and files itself.
  func checkRevertible(in workspace: Workspace) throws

  /// Finishes what a crash may have left incomplete after the change happened.
  func finish(in workspace: Workspace, _ folder: RunFolder) throws

  /// Undoes the change if it has happened; otherwise removes what was prepared for it.
  ///
  /// - Throws: `ExecutionError.changedSinceWritten` or a `GitError` when something else changed the state since.
  func revert(in workspace: Workspace, _ folder: RunFolder) throws
}

extension ChangeValue {
  var leavesTraces: Bool { false }
  var isRevertible: Bool { false }
  func checkRevertible(in workspace: Workspace) throws {}
  func finish(in workspace: Workspace, _ folder: RunFolder) throws {}
  func revert(in workspace: Workspace, _ folder: RunFolder) throws {}
}

private struct NoChange: ChangeValue {
  func state(in workspace: Workspace) -> ChangeState { .notDone }
}

extension RunFolder {
  /// The token in the name of the temporary file of `entry`.
  func token(of entry: Int) -> String { "\(id)-\(entry)" }
}
