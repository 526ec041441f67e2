import Git
import Lanes
import MartletCore

/// The change that performing an entry makes. It is written to the journal first, so that Martlet can later check
/// whether it happened, and undo it.
enum Change: Hashable, Sendable, Codable {
  /// Nothing to undo, and nothing is lost when the entry is performed again.
  case nothing
  case file(FileReplacement)
  case commit(CommitMove)
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
  case package(PackagePublication)
  /// A commit on a branch of another repository, which the files there show.
  case tree(TreePublication)
}

/// A file that gets new contents.
struct FileReplacement: Hashable, Sendable, Codable {
  let entry: Int
  let path: RelativePath
  /// The digest of the old contents; nil for a new file.
  let before: ContentDigest?
  let after: ContentDigest
  /// The folders that are created for it, outermost first.
  let folders: [RelativePath]
}

/// A branch, or a detached HEAD, that moves to a new commit, and the index that follows it.
struct CommitMove: Hashable, Sendable, Codable {
  let entry: Int
  let branch: String
  let parent: ObjectID
  let commit: ObjectID
  /// The planned files, in byte order of their paths.
  let files: [CommittedFile]
  /// Nil when there was no index.
  var indexBefore: ContentDigest?
  var indexAfter: ContentDigest?
  /// Whether HEAD itself moves.
  var isDetached: Bool?

  var paths: [RelativePath] { files.map(\.path) }

  /// The full name of the reference that moves.
  var reference: String { isDetached == true ? "HEAD" : "refs/heads/\(branch)" }
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

extension Change {
  /// Returns whether the change has happened, by the current state of files, git and the remote.
  ///
  /// - Throws: When the state cannot be read, for example because a remote is unreachable.
  func state(in workspace: Workspace) throws -> ChangeState {
    switch self {
    case .nothing, .exportInto: return .notDone
    case .file(let file):
      let digest = try workspace.disk.contents(at: file.path).map(ContentDigest.init)
      if digest == file.after { return .done }
      return digest == file.before ? .notDone : .overtaken(ExecutionError.changedSinceWritten(file.path.string))
    case .export(let placements): return placements.state
    case .commit(let move):
      let name = move.reference
      let found = try workspace.repository.reference(named: name)
      if found == move.commit { return .done }
      return found == move.parent ? .notDone : .overtaken(try move.error(at: found, in: workspace))
    case .tag(let name, let object):
      let found = try workspace.repository.reference(named: "refs/tags/\(name)")
      guard let found else { return .notDone }
      return found == object
        ? .done
        : .overtaken(GitError.tagExists(name, target: try workspace.repository.commit(peeledFrom: found) ?? found))
    case .push(let remote, let references):
      let places = try workspace.transport(to: remote).referencesAtEachPlace(references.keys.sorted(), of: remote)
      // A push is repeated reference by reference: references that have arrived are left unchanged.
      let count = try places.reduce(0) { count, found in
        try count
          + references.count { name, object in
            try found[name].map { try workspace.repository.holds(object, name, at: $0) } ?? false
          }
      }
      return count == references.count * places.count ? .done : count == 0 ? .notDone : .partlyDone
    case .outwardCommand(let line): return .overtaken(ExecutionError.unknownOutcome(line))
    case .release(let change): return try change.state(in: workspace)
    case .announcement(let attempt): return try attempt.state(in: workspace)
    case .package(let publication): return try publication.state(in: workspace)
    case .tree(let publication): return try publication.state(in: workspace)
    }
  }

  /// Whether files and references here show that it happened, without the journal.
  var leavesTraces: Bool {
    switch self {
    case .file, .commit, .tag: true
    case .nothing, .export, .exportInto, .push, .outwardCommand, .release, .announcement, .package, .tree: false
    }
  }

  /// The path of the file that it writes; nil for other changes.
  var path: RelativePath? {
    if case .file(let file) = self { file.path } else { nil }
  }

  /// Whether there is something to undo after it has happened.
  var isRevertible: Bool {
    switch self {
    case .file, .commit, .export, .exportInto, .tag: true
    case .nothing, .push, .outwardCommand, .announcement, .package, .tree: false
    case .release(let change): change.isRevertible
    }
  }

  /// Finishes what a crash may have left incomplete after the change happened.
  func finish(in workspace: Workspace, _ folder: RunFolder) throws {
    switch self {
    case .nothing, .tag, .export, .exportInto, .push, .outwardCommand, .release, .announcement, .package, .tree: break
    case .file(let file): workspace.disk.removeStaged(file.path, token: folder.token(of: file.entry), with: [])
    case .commit(let move):
      // Another branch may be checked out since, whose index has nothing to do with the commit.
      guard workspace.repository.indexContents != nil, try workspace.repository.head().reference == move.reference
      else { return }
      try workspace.repository.advanceIndex(move.paths, from: move.parent, to: move.commit)
    }
  }

  /// Undoes the change if it has happened; otherwise removes what was prepared for it.
  ///
  /// - Throws: `ExecutionError.changedSinceWritten` or a `GitError` when something else changed the state since.
  func revert(in workspace: Workspace, _ folder: RunFolder) throws {
    switch self {
    case .nothing, .push, .outwardCommand, .announcement, .package, .tree: break
    case .release(let change): try change.revert(in: workspace)
    case .export(let placements): for placement in placements.reversed() { try placement.revert() }
    case .exportInto(let draft): draft.remove()
    case .file(let file): try file.revert(in: workspace, folder, state(in: workspace))
    case .commit(let move): try move.revert(in: workspace, folder, state(in: workspace))
    case .tag(let name, let object):
      // A tag of that name at another object is not the run's.
      if case .done = try state(in: workspace) { try workspace.repository.deleteTag(named: name, expected: object) }
    }
  }
}

extension FileReplacement {
  fileprivate func revert(in workspace: Workspace, _ folder: RunFolder, _ state: ChangeState) throws {
    let token = folder.token(of: entry)
    switch state {
    case .notDone, .partlyDone: workspace.disk.removeStaged(path, token: token, with: folders)
    case .overtaken(let error): throw error
    case .done:
      guard let before else { return try workspace.disk.remove(path, with: folders) }
      guard let contents = folder.copy(of: .file, before: entry, expecting: before) else {
        throw ExecutionError.lostCopy(path.string)
      }
      try workspace.disk.replace(path, with: contents, token: token)
    }
  }
}

extension CommitMove {
  /// The error of a reference at `found`, which is neither the commit nor its parent. If `found` replaces the commit, going
  /// back to the parent makes it possible to create the commit again.
  fileprivate func error(at found: ObjectID?, in workspace: Workspace) throws -> any Error {
    guard let found else { return GitError.referenceMoved(reference, expected: commit, found: nil) }
    let isBelow = (try? workspace.repository.isAncestor(commit, of: found)) == true
    let stop = isBelow ? commit : parent
    return Difference.head(
      try workspace.head(), expected: isDetached == true ? .detached(stop) : .branch(branch, stop), isPlanned: false)
  }

  fileprivate func revert(in workspace: Workspace, _ folder: RunFolder, _ state: ChangeState) throws {
    let repository = workspace.repository
    switch state {
    case .overtaken(let error): throw error
    case .notDone, .partlyDone: break
    case .done:
      guard try repository.head().reference == reference else { throw ExecutionError.branchSwitchedSincePlan(branch) }
      try repository.moveHead(from: commit, to: parent, message: "martlet: undone", now: workspace.now)
    }
    let current = repository.indexContents
    let found = current.map(ContentDigest.init)
    if found == indexBefore { return }
    if found == indexAfter, let indexBefore,
      let contents = folder.copy(of: .index, before: entry, expecting: indexBefore)
    {
      if try repository.replaceIndex(with: contents, expecting: current) { return }
    }
    // More was staged since, so only the paths of the commit are reset.
    try repository.resetIndex(paths, to: parent)
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

extension RunFolder {
  /// The token in the name of the temporary file of `entry`.
  func token(of entry: Int) -> String { "\(id)-\(entry)" }
}
