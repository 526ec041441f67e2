import Archiving
import Git
import Lanes
import MartletCore
import SystemAPI

/// Exports a tree to a draft, which is moved into place when it is complete. An export can always be repeated with the same
/// bytes, so its output is not compared.
struct ArchivePerformer: EffectPerformer {
  let write: ArchiveWrite

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    _ = try Pathspec(write.terms.paths)
    switch write.destination {
    case .file(let path): try ArchiveFile.check(try absolute(path, in: workspace))
    case .folder(let path): try FolderDraft.check(try absolute(path, in: workspace))
    case .into(let path): try FolderDraft.checkInto(try absolute(path, in: workspace))
    case .standardOutput: break
    }
    switch write.source {
    case .commit(.existing(let id)), .tree(let id): _ = try workspace.repository.exportSubject(id, named: id.short)
    case .commit(.planned), .files: break
    }
  }

  func verifyForecast(in workspace: Workspace, after pending: inout PendingChanges) {}
  var aspects: Expectation.Aspects { .project }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    if case .files(let files) = write.source {
      return try PreparedPack(files, write, at: absolute(write.path ?? "", in: workspace), in: workspace, run)
    }
    let subject = try subject(in: workspace, run)
    let stamp = ArchiveStamp(commit: subject.commit, time: subject.time ?? UInt64(clamping: workspace.now))
    let walk = try ExportWalk(subject, in: workspace.repository, write.terms)
    let export = Export(write: write, walk: walk, stamp: stamp, workspace: workspace)
    switch write.destination {
    case .file(let path): return try PreparedArchive(export, at: absolute(path, in: workspace), run)
    case .folder(let path): return try PreparedFolder(export, .new(absolute(path, in: workspace)), run)
    case .into(let path):
      let folder = try absolute(path, in: workspace)
      return try PreparedFolder(export, access(folder, F_OK) == 0 ? .existing(folder) : .new(folder), run)
    case .standardOutput: return PreparedOutput(export)
    }
  }

  private func subject(in workspace: Workspace, _ run: RunState) throws -> ExportSubject {
    let id =
      switch write.source {
      case .commit(let commit): try run.commit(commit)
      case .tree(let id): id
      case .files(let files): throw ExecutionError.notAFile(files.first?.path ?? "")
      }
    return try workspace.repository.exportSubject(id, named: id.short)
  }

  /// Returns the absolute form of `path`. A relative path must stay inside the repository, even after links. No path
  /// may lead into a git directory.
  private func absolute(_ path: String, in workspace: Workspace) throws(ExecutionError) -> String {
    let full = path.hasPrefix("/") ? path : "\(workspace.root)/\(path)"
    let folder = ParentFolders.above(full).existing
    let resolved = folder.withoutLinks
    guard path.hasPrefix("/") || "\(resolved)/".hasPrefix("\(workspace.root)/") else { throw .outside(path) }
    let end =
      access(full, F_OK) == 0 ? full.withoutLinks : "\(resolved)\(Substring(full.utf8.dropFirst(folder.utf8.count)))"
    let top = (write.top ?? path).utf8.dropFirst(path.utf8.count)
    try workspace.disk.checkOutsideGit("\(end)\(Substring(top))", path)
    return full
  }
}
