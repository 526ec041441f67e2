import Lanes
import MartletCore
import SystemAPI

/// Replaces the contents of a file that has not changed since the plan was made.
struct FileWritePerformer: EffectPerformer {
  let write: FileWrite

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    // The contents before a second write are in the plan only.
    guard !pending.files.contains(write.path) else { return }
    try check(try workspace.disk.contents(at: write.path))
    try workspace.disk.checkWritable(write.path)
    note(in: &pending)
  }

  /// The contents of files are known only when their stage is planned.
  func verifyForecast(in workspace: Workspace, after pending: inout PendingChanges) { note(in: &pending) }

  func note(in pending: inout PendingChanges) { pending.files.insert(write.path) }
  var aspects: Expectation.Aspects { .project }

  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    guard try workspace.disk.contents(at: write.path) == write.contents else { return nil }
    return .file(replacement(in: run, folders: []))
  }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    let before = try workspace.disk.contents(at: write.path)
    // A file and a link to it have different paths, and the run may have written it through the other one.
    if before == write.contents { return PreparedWrite(write, .nothing, in: workspace, run) }
    try check(before)
    let folders = before == nil ? workspace.disk.missingFolders(above: write.path) : []
    var prepared = PreparedWrite(write, .file(replacement(in: run, folders: folders)), in: workspace, run)
    if let before {
      try run.folder.put(before, of: .file, before: run.entry)
      try run.folder.list(write.path, before: run.entry)
      prepared.hasCopy = true
    }
    return prepared
  }

  private func replacement(in run: RunState, folders: [RelativePath]) -> FileReplacement {
    FileReplacement(
      entry: run.entry, path: write.path, before: write.digestBefore, after: write.digestAfter,
      folders: folders)
  }

  private func check(_ found: [UInt8]?) throws {
    guard !write.replaces(found) else { return }
    throw write.digestBefore == nil
      ? ExecutionError.appearedSincePlan(write.path.string) : ExecutionError.changedSincePlan(write.path.string)
  }
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

extension FileReplacement: ChangeValue {
  func state(in workspace: Workspace) throws -> ChangeState {
    let digest = try workspace.disk.contents(at: path).map(ContentDigest.init)
    if digest == after { return .done }
    return digest == before ? .notDone : .overtaken(ExecutionError.changedSinceWritten(path.string))
  }

  var leavesTraces: Bool { true }
  var isRevertible: Bool { true }

  func finish(in workspace: Workspace, _ folder: RunFolder) {
    workspace.disk.removeStaged(path, token: folder.token(of: entry), with: [])
  }

  func revert(in workspace: Workspace, _ folder: RunFolder) throws {
    let token = folder.token(of: entry)
    switch try state(in: workspace) {
    case .notDone, .partlyDone: workspace.disk.removeStaged(path, token: token, with: folders)
    case .overtaken(let error): throw error
    case .done:
      guard let before else { return try workspace.disk.remove(path, with: folders) }
      // Commits that were made later are undone already.
      let contents = try original(before, in: workspace, folder, orIn: [workspace.head().commit])
      try workspace.disk.replace(path, with: contents, token: token)
    }
  }

  /// The old contents, whose digest is `before`: the copy of this clone or, where the run began in another clone, the
  /// file in one of `commits`.
  ///
  /// - Throws: `ExecutionError.lostCopy`.
  func original(
    _ before: ContentDigest, in workspace: Workspace, _ folder: RunFolder, orIn commits: [ObjectID?]
  ) throws -> [UInt8] {
    if let copy = folder.copy(of: .file, before: entry, expecting: before) { return copy }
    for commit in commits.compactMap(\.self) {
      if let bytes = try? workspace.contents(of: path, in: commit), ContentDigest(of: bytes) == before { return bytes }
    }
    throw ExecutionError.lostCopy(path.string)
  }
}

/// A file to be written. All staged files of a plan are on the disk before the first one is moved into place.
///
/// Derived paths are computed on demand, because there can be many files.
private struct PreparedWrite: PreparedEffect {
  let change: Change
  /// Whether there is a copy of the old contents.
  var hasCopy = false
  private let write: FileWrite
  private let disk: Disk
  private let folder: RunFolder
  private let entry: Int
  /// Nil before staging.
  private(set) var stagedFile: StagedFile?

  init(_ write: FileWrite, _ change: Change, in workspace: Workspace, _ run: RunState) {
    self.write = write
    self.change = change
    disk = workspace.disk
    folder = run.folder
    entry = run.entry
  }

  var copy: String? { hasCopy ? folder.copyPath(of: .file, before: entry) : nil }

  mutating func stage() throws {
    guard change != .nothing else { return }
    let mode: mode_t = write.isExecutable == true ? 0o777 : 0o666
    stagedFile = try disk.stage(write.path, holding: write.contents, token: folder.token(of: entry), mode: mode)
  }

  func perform(_ run: inout RunState) throws {
    try stagedFile?.moveIntoPlace()
  }

  var changedFolder: String? { stagedFile?.folder }
}

extension ExecutionError {
  static func appearedSincePlan(_ path: String) -> ExecutionError {
    .failed(
      Failure(
        "`\(path)` has appeared since the plan was made", hint: "run the command again for a new plan",
        code: .changedSince))
  }

  static func changedSincePlan(_ path: String) -> ExecutionError {
    .failed(
      Failure(
        "`\(path)` has changed since the plan was made", hint: "run the command again for a new plan",
        code: .changedSince))
  }
}
