import Lanes
import TextEditing
import Versioning

/// Puts new contents into a file that still holds what the plan was made from.
struct FileWritePerformer: EffectPerformer {
  let write: FileWrite

  func verify(in workspace: Workspace, after outlook: inout Outlook) throws {
    if outlook.digests[write.path] == nil {
      try check(try workspace.disk.contents(at: write.path))
      try workspace.disk.checkWritable(write.path)
    }
    outlook.digests[write.path] = ContentDigest(of: write.contents)
  }

  func isPerformed(in workspace: Workspace, _ run: RunState) throws -> Change? {
    guard try workspace.disk.contents(at: write.path) == write.contents else { return nil }
    return .file(replacement(in: run, folders: []))
  }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    let before = try workspace.disk.contents(at: write.path)
    // The file and a link to it are two paths, and the run may have written the other one.
    if before == write.contents { return PreparedWrite(write, .nothing, in: workspace, run) }
    try check(before)
    let folders = before == nil ? workspace.disk.missingFolders(above: write.path) : []
    var prepared = PreparedWrite(write, .file(replacement(in: run, folders: folders)), in: workspace, run)
    if let before { prepared.copies = [try run.folder.put(before, of: .file, before: run.entry)] }
    return prepared
  }

  private func replacement(in run: RunState, folders: [RelativePath]) -> FileReplacement {
    FileReplacement(
      entry: run.entry, path: write.path, before: write.digestBefore, after: ContentDigest(of: write.contents),
      folders: folders)
  }

  private func check(_ found: [UInt8]?) throws {
    guard found.map(ContentDigest.init) != write.digestBefore else { return }
    throw write.digestBefore == nil
      ? ExecutionError.appearedSincePlan(write.path.string) : ExecutionError.changedSincePlan(write.path.string)
  }
}

/// A file to be written: all of a plan's are on the disk beside their places before the first one is put in place.
private struct PreparedWrite: PreparedEffect {
  let change: Change
  var copies: [String] = []
  private let write: FileWrite
  private let disk: Disk
  private let token: String
  private(set) var stagedFile: StagedFile?

  init(_ write: FileWrite, _ change: Change, in workspace: Workspace, _ run: RunState) {
    self.write = write
    self.change = change
    disk = workspace.disk
    token = run.folder.token(of: run.entry)
  }

  mutating func stage() throws {
    guard change != .nothing else { return }
    stagedFile = try disk.stage(
      write.path, holding: write.contents, token: token, mode: write.isExecutable == true ? 0o777 : 0o666)
  }

  func perform(_ run: inout RunState) throws {
    try stagedFile?.putInPlace()
  }

  var changedFolder: String? { stagedFile?.folder }
}
