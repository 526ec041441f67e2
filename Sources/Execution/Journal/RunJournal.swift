import Git
import Lanes
import MartletCore
import SystemAPI

/// The lock, the journal and the copies of a running run. While it is held, no other run begins, except one that leaves
/// no record.
final class RunJournal {
  let folder: RunFolder
  private let lock: RunLock?
  private let journal: Journal?
  private let workspace: Workspace
  /// Events to be written before all others. A run is written together with its first plan: if it is killed before
  /// that, it never began, and is not resumed with an unseen plan. A resume is written with its first change, so that a
  /// refused command writes nothing.
  private var unwritten: [JournalEvent] = []
  /// The record when the run was resumed; nil for a new run.
  let earlier: RunRecord?

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - time: When the run really began, in seconds since 1970; nil for now.
  ///   - history: Returns what the run has done so far, after writing the copies for that.
  /// - Throws: `ExecutionError.locked` while another run is under way, `.unfinished` when one has not ended.
  convenience init(
    beginning start: RunStart, in workspace: Workspace, at time: Int64? = nil,
    history: (RunFolder) throws(ExecutionError) -> [JournalEvent] = { _ throws(ExecutionError) in [] }
  ) throws(ExecutionError) {
    let lock = try RunLock(in: workspace.repository.commonDirectory, holder: "\(start.title), process \(getpid())")
    let store = RunStore(of: workspace.repository)
    if start.part == .main, let unfinished = try store.unfinished() {
      throw .unfinished(unfinished.id, unfinished.start)
    }
    guard let id = RunID(beginningAt: workspace.utc, after: try store.ids().first) else {
      throw .cannotLock("runs", code: EINVAL)
    }
    let folder = try store.makeFolder(of: id)
    do throws(ExecutionError) {
      try self.init(lock: lock, folder: folder, journal: Journal(at: folder.journalPath), in: workspace)
      let origin = RunOrigin(of: workspace, at: time)
      unwritten = try [.begun(run: start, origin: origin, format: Journal.format)] + history(folder)
    } catch {
      // A run without a journal has done nothing.
      folder.remove()
      throw error
    }
  }

  /// Resumes a run that has not ended.
  ///
  /// - Throws: `ExecutionError.locked`, `.noSuchRun`; `.otherWorkTree` or `.removedWorkTree` when it was started in
  ///   another working tree.
  convenience init(resuming id: RunID, in workspace: Workspace) throws(ExecutionError) {
    try self.init(opening: id, in: workspace)
    if let error = earlier?.problemOfPlace(in: workspace) { throw error }
  }

  /// Opens the journal of a run to end it, also from another working tree if its own is gone.
  convenience init(ending id: RunID, in workspace: Workspace) throws(ExecutionError) {
    try self.init(opening: id, in: workspace)
    if case .otherWorkTree = earlier?.problemOfPlace(in: workspace) {
      throw .otherWorkTree(id, earlier?.origin.workTree ?? "")
    }
  }

  private convenience init(opening id: RunID, in workspace: Workspace) throws(ExecutionError) {
    let lock = try RunLock(in: workspace.repository.commonDirectory, holder: "finish, process \(getpid())")
    let store = RunStore(of: workspace.repository)
    guard try store.ids().contains(id) else { throw .noSuchRun(id.string) }
    let record = try store.record(of: id)
    let folder = store.folder(of: id)
    let text: JournalText
    do {
      text = JournalText(try Disk.contents(of: folder.journalPath))
    } catch {
      throw .cannotRead(folder.journalPath, code: error.code)
    }
    try self.init(
      lock: lock, folder: folder, journal: Journal(at: folder.journalPath, after: text), in: workspace, earlier: record)
    unwritten = [.resumed(origin: RunOrigin(of: workspace))]
  }

  /// Begins a run without a record. It changes nothing in the repository, which may be read-only, and does not block
  /// other runs.
  convenience init(leavingNoRecordIn workspace: Workspace) throws(ExecutionError) {
    guard let id = RunID(beginningAt: workspace.utc) else { throw .cannotLock("runs", code: EINVAL) }
    self.init(lock: nil, folder: RunFolder(leavingNoRecord: id), journal: nil, in: workspace)
  }

  private init(
    lock: RunLock?, folder: RunFolder, journal: Journal?, in workspace: Workspace, earlier: RunRecord? = nil
  ) {
    self.lock = lock
    self.folder = folder
    self.journal = journal
    self.workspace = workspace
    self.earlier = earlier
  }

  /// Adds `event` to the next write of the journal.
  func add(_ event: JournalEvent) { unwritten.append(event) }

  /// All lines so far.
  var records: [JournalRecord] { JournalText((try? Disk.contents(of: folder.journalPath)) ?? []).records }

  /// - Throws: `ExecutionError.cannotWrite`; then the journal is unchanged.
  func record(_ events: some Sequence<JournalEvent>) throws(ExecutionError) {
    try journal?.append(unwritten + Array(events), at: workspace.now)
    unwritten = []
  }

  /// Writes the pending first events, if any.
  ///
  /// - Throws: `ExecutionError.cannotWrite`.
  func recordBeginning() throws(ExecutionError) { if !unwritten.isEmpty { try record([]) } }

  /// Removes the folder of a run whose journal could not be written: it has done nothing.
  func removeUnlessBegun() {
    if earlier == nil, !unwritten.isEmpty { folder.remove() }
  }

  /// Releases the lock.
  func release() { lock?.release() }

  /// Writes an optional event: an error is ignored, because it must not undo what was done.
  func note(_ event: JournalEvent) {
    try? record([event])
  }
}

extension Repository {
  /// The name that git uses for the working tree; empty for the main one.
  fileprivate var workTreeName: String {
    gitDirectory == commonDirectory ? "" : String(gitDirectory.split(separator: "/").last ?? "")
  }
}

extension RunOrigin {
  /// Describes this process in `workspace`, now or at `time`.
  init(of workspace: Workspace, at time: Int64? = nil) {
    var name = [CChar](repeating: 0, count: 256)
    let isNamed = gethostname(&name, name.count - 1) == 0
    self.init(
      process: getpid(),
      host: isNamed ? String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : "",
      machine: machineIdentifier, workTree: workspace.root, time: time ?? workspace.now,
      workTreeName: workspace.repository.workTreeName, boot: bootIdentifier, job: workspace.job)
  }

  /// Returns whether git no longer knows the working tree of the run, or its folder is missing.
  func isGone(in workspace: Workspace) -> Bool {
    guard let name = workTreeName, !name.isEmpty else { return false }
    let link = "\(workspace.repository.commonDirectory)/worktrees/\(name)/gitdir"
    guard let contents = try? Disk.contents(of: link) else { return true }
    return access(String(decoding: contents, as: UTF8.self).withoutLastLineEnds, F_OK) != 0
  }

  /// Returns whether the run was started in the working tree of `workspace`, even if that was moved since.
  func isHere(_ workspace: Workspace) -> Bool {
    if let workTreeName { return workTreeName == workspace.repository.workTreeName }
    // The record of another clone has none.
    return workTree == workspace.root || access(workTree, F_OK) != 0
  }
}

extension RunRecord {
  /// Why the run cannot be judged, resumed or undone in the working tree of `workspace`; nil if it can.
  package func problemOfPlace(in workspace: Workspace) -> ExecutionError? {
    if origin.isHere(workspace) { return nil }
    return origin.isGone(in: workspace)
      ? .removedWorkTree(id, origin.workTree) : .otherWorkTree(id, origin.workTree)
  }
}
