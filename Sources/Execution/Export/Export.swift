import Archiving
import Essentials
import Git
import Lanes
import TextEditing

/// An export with all that is known before the first byte.
struct Export {
  let write: ArchiveWrite
  let walk: ExportWalk
  let stamp: ArchiveStamp
  let workspace: Workspace

  /// More threads than this have nothing to do: one of them puts the archive together.
  private static let maximumThreadCount = 8

  /// Whether the digest is needed. which takes time.
  var isDigested: Bool { write.terms.hasChecksum || write.terms.isDigested || write.terms.isAwaited }

  /// Writes it all.
  ///
  /// - Parameter folder: Where the files of a folder are written; nil for an archive.
  func produce(to sink: ArchiveSink, folder: FolderDraft?, _ run: RunState) throws -> ArchiveResult {
    defer { run.reporter.exportDidEnd() }
    let layout = try ExportLayout(write, stamp, in: workspace.repository, folder: folder)
    var export = try ExportRun(walk, layout, to: sink, in: workspace)
    if folder != nil { try export.makeFolders(above: write.terms.prefix) }
    let threadCount = max(1, min(ProcessInfo.processInfo.activeProcessorCount, Self.maximumThreadCount))
    let total =
      run.reporter.showsExportProgress ? try workspace.repository.fileCount(inTreeOf: walk.subject) : nil
    let (progress, written) = try export.perform(threadCount: threadCount) { progress in
      run.reporter.exportDidAdvance(
        ExportProgress(entryCount: progress.entryCount, totalCount: total, byteCount: progress.byteCount))
    }
    return ArchiveResult(
      path: write.path, commit: stamp.commit, entryCount: progress.entryCount,
      byteCount: folder == nil ? Int(written.length) : progress.byteCount, digest: written.digest)
  }

  func warnOfSkippedSubmodules(_ run: RunState) {
    guard let first = walk.skippedSubmodules.first else { return }
    let others = walk.skippedSubmodules.count > 1 ? " and \(walk.skippedSubmodules.count - 1) more" : ""
    run.reporter.warn(
      Diagnostic(
        "the submodule `\(first)`\(others) is an empty folder in the export", severity: .warning,
        hint: "take along what is in it with `--submodules include`"))
  }
}

/// How far an export has come.
package struct ExportProgress: Sendable {
  /// How many files and links are in it by now.
  package let entryCount: Int
  /// How many there are in the tree, of which some may be left out; nil when that is not known.
  package let totalCount: Int?
  /// How many bytes those have that are in it.
  package let byteCount: Int
}
