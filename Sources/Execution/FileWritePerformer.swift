import Lanes
import TextEditing

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

  func perform(in workspace: Workspace, _ run: inout RunState) throws -> Undo {
    let before = try workspace.disk.contents(at: write.path)
    // The file and a link to it are two paths, and the run may have written the other one.
    if before == write.contents { return .nothing }
    try check(before)
    let written = ContentDigest(of: write.contents)
    let folders = try workspace.disk.replace(write.path, with: write.contents)
    guard let before else { return .removeFile(write.path, folders: folders, written: written) }
    return .restoreFile(write.path, contents: before, written: written)
  }

  private func check(_ found: [UInt8]?) throws {
    guard found.map(ContentDigest.init) != write.digestBefore else { return }
    throw write.digestBefore == nil
      ? ExecutionError.appearedSincePlan(write.path.string) : ExecutionError.changedSincePlan(write.path.string)
  }
}
