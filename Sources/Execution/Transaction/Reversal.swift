import Git
import Lanes
import MartletCore

/// The changes of a run here, to be undone all together, the last one first.
///
/// It looks before it changes anything: if one of them cannot be undone, all stay.
struct Reversal {
  /// In the order in which they were made.
  private let changes: [(entry: Plan.Entry, change: Change)]
  private let workspace: Workspace
  private let folder: RunFolder

  init(of changes: [(entry: Plan.Entry, change: Change)], in workspace: Workspace, _ folder: RunFolder) {
    self.changes = changes.filter(\.change.isRevertible).sorted { $0.entry.number < $1.entry.number }
    self.workspace = workspace
    self.folder = folder
  }

  /// Why the changes cannot be undone, each with the way out; empty if they can.
  func obstacles() -> [Failure] {
    var obstacles: [Failure] = []
    func check(_ work: () throws -> Void) {
      do {
        try work()
      } catch {
        let failure = Failure(of: error)
        if !obstacles.contains(failure) { obstacles.append(failure) }
      }
    }
    check(checkCommits)
    for path in Set(changes.compactMap(\.change.path)).sorted() { check { try checkFile(path) } }
    for item in changes { check { try item.change.checkRevertible(in: workspace) } }
    return obstacles
  }

  /// Undoes the changes. Stops when this process must stop at once.
  ///
  /// - Parameter note: Called with each entry that was undone.
  /// - Returns: What could not be undone, and why, one line each.
  func perform(_ note: (Int) -> Void) -> [String] {
    var problems: [String] = []
    let kept = restoredFiles.union(filesCommittedByUser)
    for (index, item) in changes.enumerated().reversed() {
      do {
        if workspace.interruption?.isUrgent == true { try workspace.checkForInterruption() }
        if case .file(let file) = item.change, kept.contains(item.entry.number) {
          workspace.disk.removeStaged(file.path, token: folder.token(of: file.entry), with: file.folders)
        } else {
          try item.change.revert(in: workspace, folder)
        }
        note(item.entry.number)
      } catch {
        problems.append("\(item.entry.title) could not be undone: \(error.firstMessage)")
        // While a commit stays, the files in it stay as well.
        guard case .commit = item.change else { continue }
        return problems + changes[..<index].map { "\($0.entry.title) was not undone either" }
      }
    }
    return problems
  }

  private var moves: [CommitMove] {
    changes.compactMap { if case .commit(let move) = $0.change { move } else { nil } }
  }

  private func writes(of path: RelativePath) -> [FileReplacement] {
    changes.compactMap { if case .file(let file) = $0.change, file.path == path { file } else { nil } }
  }

  /// Checks that the branch is where the run left it, or where it was before, and that it is checked out.
  private func checkCommits() throws {
    guard let first = moves.first, let last = moves.last else { return }
    let found = try workspace.repository.reference(named: last.reference)
    if found == first.parent { return }
    let head = try workspace.head()
    let expected: HeadState = last.isDetached == true ? .detached(last.commit) : .branch(last.branch, last.commit)
    // The last commit may not have been made.
    let isOwn = moves.contains { $0.commit == found }
    guard isOwn, head.commit == found, try workspace.repository.head().reference == last.reference else {
      throw Difference.head(head, expected: expected, isPlanned: false, in: workspace)
    }
  }

  /// Checks that the file has the contents of one of the writes, or those before them.
  private func checkFile(_ path: RelativePath) throws {
    let writes = writes(of: path)
    guard let first = writes.first else { return }
    let found = try workspace.disk.contents(at: path).map(ContentDigest.init)
    if found == first.before { return }
    guard let last = writes.lastIndex(where: { $0.after == found }) else {
      let head = try workspace.head().commit
      let isCommitted = try head.map { try workspace.repository.commit($0, holdsFileOnDiskAt: path) } ?? false
      throw isCommitted ? Failure.committedSince(path) : ExecutionError.changedSinceWritten(path.string)
    }
    let commits = try moves.map(\.parent) + [workspace.head().commit]
    for write in writes[...last] {
      guard let before = write.before else { continue }
      _ = try write.original(before, in: workspace, folder, orIn: commits)
    }
  }

  /// The entries whose file the user has committed as the run wrote it: the file belongs to that commit.
  private var filesCommittedByUser: Set<Int> {
    guard let head = try? workspace.head().commit else { return [] }
    let own = Set(moves.flatMap(\.paths))
    let numbers = Set(changes.compactMap(\.change.path)).subtracting(own).flatMap { path -> [Int] in
      let writes = writes(of: path)
      guard let last = writes.last,
        (try? workspace.commit(head, holds: .bytes(last.after), at: path)) == true
      else { return [] }
      return writes.map(\.entry)
    }
    return Set(numbers)
  }

  /// The entries whose file has the contents from before an earlier write: the user has restored it.
  private var restoredFiles: Set<Int> {
    var restored: Set<Int> = []
    for path in Set(changes.compactMap(\.change.path)).sorted() {
      let writes = writes(of: path)
      guard let contents = try? workspace.disk.contents(at: path).map(ContentDigest.init),
        writes.last?.after != contents,
        let first = writes.firstIndex(where: { $0.before == contents })
      else { continue }
      restored.formUnion(writes[first...].map(\.entry))
    }
    return restored
  }
}

extension Failure {
  /// `git stash` would find nothing.
  fileprivate static func committedSince(_ path: RelativePath) -> Failure {
    Failure(
      "`\(path)` has changed since it was written, and the change is committed",
      hint: "the file belongs to that commit now: change it with another one, and end an unfinished run with "
        + "`martlet undo --keep`",
      code: .changedSince)
  }
}

extension Plan.Entry {
  fileprivate var title: String { "entry \(number) (\(step))" }
}
