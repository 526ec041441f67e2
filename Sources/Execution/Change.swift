import Git
import Lanes
import TextEditing
import Versioning

/// What performing an entry changes, written into the journal before it is done: enough to tell later whether it
/// happened, and to take it back.
enum Change: Hashable, Sendable, Codable {
  /// There is nothing that could be taken back, and nothing is lost when it is done again.
  case nothing
  case file(FileReplacement)
  case commit(CommitMove)
  /// Files or folders that an export puts in their places, in order.
  case export([ExportPlacement])
  /// Files that an export moves out of a draft into a folder that has others in it. They stay: nobody could tell them
  /// from what was there.
  case exportInto(FolderDraft)
  /// A tag without `refs/tags/`, and what it names.
  case tag(String, object: ObjectID)
  /// References of a remote by their full names there, and what they shall name.
  case push(remote: String, references: [String: ObjectID])
  /// A command that others may see the work of: only a person can tell whether it ran.
  case outwardCommand(String)
  case release(ReleaseChange)
}

/// A file that gets other contents.
struct FileReplacement: Hashable, Sendable, Codable {
  let entry: Int
  let path: RelativePath
  /// What it holds before; nil: there is no file.
  let before: ContentDigest?
  let after: ContentDigest
  /// The folders that are made for it, outermost first.
  let folders: [RelativePath]
}

/// A branch, or a detached HEAD, that moves to a new commit, and an index that follows it.
struct CommitMove: Hashable, Sendable, Codable {
  let entry: Int
  let branch: String
  let parent: ObjectID
  let commit: ObjectID
  let paths: [RelativePath]
  /// The planned contents of these paths; nil in journals that do not hold them.
  var files: [CommittedFile]?
  /// Nil: there was no index.
  var indexBefore: ContentDigest?
  var indexAfter: ContentDigest?
  /// True where it is HEAD that moves.
  var isDetached: Bool?

  /// The full name of the reference that moves.
  var reference: String { isDetached == true ? "HEAD" : "refs/heads/\(branch)" }
}

/// Whether a change has happened.
enum ChangeState {
  case notDone
  /// Some of the references that a push wanted are there.
  case partlyDone
  case done
  /// The world is neither as before nor as after it: somebody has been there since.
  case overtaken(any Error)
}

extension Change {
  /// Whether it has happened, as far as the world tells.
  ///
  /// - Throws: when the world does not answer, such as a remote that cannot be reached.
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
      return found == move.parent
        ? .notDone : .overtaken(GitError.referenceMoved(name, expected: move.commit, found: found))
    case .tag(let name, let object):
      let found = try workspace.repository.reference(named: "refs/tags/\(name)")
      guard let found else { return .notDone }
      return found == object
        ? .done
        : .overtaken(GitError.tagExists(name, target: try workspace.repository.commit(peeledFrom: found) ?? found))
    case .push(let remote, let references):
      let found = try workspace.transport.references(references.keys.sorted(), of: remote)
      // A push is repeated reference by reference: what is there as wanted is left alone.
      let count = try references.count { name, object in
        try found[name].map { try workspace.repository.holds(object, name, at: $0) } ?? false
      }
      return count == references.count ? .done : count == 0 ? .notDone : .partlyDone
    case .outwardCommand(let line): return .overtaken(ExecutionError.unknownOutcome(line))
    case .release(let change): return try change.state(in: workspace)
    }
  }

  /// Whether files and references here tell of it, whatever a journal says.
  var leavesTraces: Bool {
    switch self {
    case .file, .commit, .tag: true
    case .nothing, .export, .exportInto, .push, .outwardCommand, .release: false
    }
  }

  /// The file that it writes; nil for anything else.
  var path: RelativePath? {
    if case .file(let file) = self { file.path } else { nil }
  }

  /// Whether there is anything to take back once it has happened.
  var isRevertible: Bool {
    switch self {
    case .file, .commit, .export, .exportInto, .tag: true
    case .nothing, .push, .outwardCommand: false
    case .release(let change): if case .draft = change { true } else { false }
    }
  }

  /// Finishes what a crash may have left half done of a change that has happened.
  func settle(in workspace: Workspace, _ folder: RunFolder) throws {
    switch self {
    case .nothing, .tag, .export, .exportInto, .push, .outwardCommand, .release: break
    case .file(let file): workspace.disk.removeStaged(file.path, token: folder.token(of: file.entry), with: [])
    case .commit(let move):
      guard workspace.repository.indexContents != nil else { return }
      try workspace.repository.advanceIndex(move.paths, from: move.parent, to: move.commit)
    }
  }

  /// Takes the change back if it has happened; removes what was prepared for it otherwise.
  ///
  /// - Throws: `ExecutionError.changedSinceWritten` or a `GitError` when somebody has been there since.
  func revert(in workspace: Workspace, _ folder: RunFolder) throws {
    switch self {
    case .nothing, .push, .outwardCommand: break
    case .release(let change): try change.revert(in: workspace)
    case .export(let placements): for placement in placements.reversed() { try placement.revert() }
    case .exportInto(let draft): draft.remove()
    case .file(let file): try file.revert(in: workspace, folder, state(in: workspace))
    case .commit(let move): try move.revert(in: workspace, folder, state(in: workspace))
    case .tag(let name, let object):
      switch try state(in: workspace) {
      case .notDone, .partlyDone: break
      case .done: try workspace.repository.deleteTag(named: name, expected: object)
      case .overtaken(let error): throw error
      }
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
  fileprivate func revert(in workspace: Workspace, _ folder: RunFolder, _ state: ChangeState) throws {
    let repository = workspace.repository
    switch state {
    case .overtaken(let error): throw error
    case .notDone, .partlyDone: break
    case .done:
      guard try repository.head().reference == reference else { throw ExecutionError.branchSwitchedSincePlan(branch) }
      try repository.moveHead(from: commit, to: parent, message: "martlet: taken back", now: workspace.now)
    }
    let current = repository.indexContents
    let found = current.map(ContentDigest.init)
    if found == indexBefore { return }
    if found == indexAfter, let indexBefore,
      let contents = folder.copy(of: .index, before: entry, expecting: indexBefore)
    {
      if try repository.replaceIndex(with: contents, expecting: current) { return }
    }
    // Something else has been staged since: only what the commit had in it goes back.
    try repository.resetIndex(paths, to: parent)
  }
}

extension Repository {
  /// Whether a remote that has `found` at the reference `name` has got `object` there: others may have come on top of what
  /// a branch was moved to.
  fileprivate func holds(_ object: ObjectID, _ name: String, at found: ObjectID) throws -> Bool {
    if found == object { return true }
    // What is not here cannot be looked into.
    guard name.hasPrefix("refs/heads/"), (try? commit(found)) != nil else { return false }
    return try isAncestor(object, of: found)
  }
}

extension RunFolder {
  /// What the temporary file of `entry` is named by.
  func token(of entry: Int) -> String { "\(id)-\(entry)" }
}
