import Git
import Lanes
import Libc
import TextEditing

/// A run under way: its lock, its journal, and the copies it keeps. While one is held, no other run begins, unless it
/// leaves no record.
final class RunJournal {
  let folder: RunFolder
  private let lock: RunLock?
  private let journal: Journal?
  private let workspace: Workspace
  /// What the journal has to say before anything else, and does not yet. A run is written down together with its first
  /// plan: killed before that it never began, and is not resumed with a plan that nobody saw. That this process resumed a
  /// run is written with what it does: a command that is refused writes nothing.
  private var unwritten: [JournalEvent] = []
  /// What was there when it was taken up again; nil for a run that has just begun.
  let earlier: RunRecord?
  private var foreseenFiles: ForeseenFiles

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - time: When it really began, in seconds since 1970; nil: now.
  ///   - history: What has come of it by then, with the copies that belong to that.
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
      // Nothing has been done by a run that is not written down.
      folder.remove()
      throw error
    }
  }

  /// Takes up a run that has not ended.
  ///
  /// - Throws: `ExecutionError.locked`, `.noSuchRun`, `.otherWorkTree` when it was begun in another one.
  convenience init(resuming id: RunID, in workspace: Workspace) throws(ExecutionError) {
    let lock = try RunLock(in: workspace.repository.commonDirectory, holder: "resume, process \(getpid())")
    let store = RunStore(of: workspace.repository)
    guard try store.ids().contains(id) else { throw .noSuchRun(id.string) }
    let record = try store.record(of: id)
    guard record.origin.isHere(workspace) else { throw .otherWorkTree(id, record.origin.workTree) }
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

  /// Begins a run of which nothing is written down: it changes nothing of the repository, which need not be writable, and
  /// keeps no other run from beginning.
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
    foreseenFiles = earlier?.foreseenFiles ?? ForeseenFiles()
  }

  /// Has the journal say, with what it says next, what the files of `paths` hold.
  func foresee(_ paths: [RelativePath]) throws(ExecutionError) {
    let files = try foreseenFiles.note(paths, on: workspace.disk)
    if !files.isEmpty { unwritten.append(.foreseen(files: files)) }
  }

  /// Has it say which of these files a command has changed.
  func noteForeseenChanges() throws(ExecutionError) {
    let files = try foreseenFiles.noteChanges(on: workspace.disk)
    if !files.isEmpty { unwritten.append(.foreseen(files: files)) }
  }

  /// - Throws: `ExecutionError.cannotWrite`, with the journal as it was before.
  func record(_ events: some Sequence<JournalEvent>) throws(ExecutionError) {
    try journal?.append(unwritten + Array(events), at: workspace.now)
    unwritten = []
  }

  /// Writes down what the journal has to say before anything else, unless that was done.
  ///
  /// - Throws: `ExecutionError.cannotWrite`.
  func recordBeginning() throws(ExecutionError) { if !unwritten.isEmpty { try record([]) } }

  /// Removes the folder of a run that could not be written down: it has done nothing.
  func removeUnlessBegun() {
    if earlier == nil, !unwritten.isEmpty { folder.remove() }
  }

  /// Lets other runs begin.
  func release() { lock?.release() }

  /// Writes down what need not be known to go on: a journal that cannot be written does not undo what was done.
  func note(_ event: JournalEvent) {
    try? record([event])
  }
}

extension Repository {
  /// Git's name of the working tree; empty for the main one.
  fileprivate var workTreeName: String {
    gitDirectory == commonDirectory ? "" : String(gitDirectory.split(separator: "/").last ?? "")
  }
}

extension RunOrigin {
  /// This process in `workspace`, now or at `time`.
  init(of workspace: Workspace, at time: Int64? = nil) {
    var name = [CChar](repeating: 0, count: 256)
    let isNamed = gethostname(&name, name.count - 1) == 0
    self.init(
      process: getpid(),
      host: isNamed ? String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : "",
      machine: machineIdentifier, workTree: workspace.root, time: time ?? workspace.now,
      workTreeName: workspace.repository.workTreeName)
  }

  /// Whether the run was begun in the working tree of `workspace`, wherever that has been moved since.
  func isHere(_ workspace: Workspace) -> Bool {
    if let workTreeName { return workTreeName == workspace.repository.workTreeName }
    // Journals of older versions hold the folder alone.
    return workTree == workspace.root || access(workTree, F_OK) != 0
  }
}
