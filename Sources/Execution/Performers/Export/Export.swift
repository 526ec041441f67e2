import Archiving
import Git
import Lanes
import MartletCore
import SystemAPI

/// An export that is ready to be written.
struct Export {
  let write: ArchiveWrite
  let walk: ExportWalk
  let stamp: ArchiveStamp
  let workspace: Workspace

  /// The maximum useful number of threads: one thread assembles the archive.
  private static let maximumThreadCount = 8

  /// Whether the digest is needed, which takes time.
  var isDigested: Bool { write.terms.hasChecksum || write.terms.isDigested || write.terms.isAwaited }

  /// Writes the export.
  ///
  /// - Parameter folder: The draft for the files of a folder; nil for an archive.
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
        hint: "include its contents with `--submodules include`"))
  }
}

/// The progress of an export.
package struct ExportProgress: Sendable {
  /// The number of files and links written so far.
  package let entryCount: Int
  /// The number of files in the tree, some of which may be left out; nil when unknown.
  package let totalCount: Int?
  /// The number of bytes of the files written so far.
  package let byteCount: Int
}
