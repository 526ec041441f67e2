import Lanes
import MartletCore

/// Receives the progress of a run. Methods that a reporter does not implement do nothing.
package protocol RunReporter {
  func willPerform(_ entry: Plan.Entry)
  func commandDidWrite(_ output: CommandOutput)
  func warn(_ diagnostic: Diagnostic)
  /// Whether the progress of exports is shown; it requires counting the files first.
  var showsExportProgress: Bool { get }
  /// Called many times a second.
  func exportDidAdvance(_ progress: ExportProgress)
  /// Called at the end of an export, even after a failure.
  func exportDidEnd()
  /// Called many times a second.
  func uploadDidAdvance(_ progress: UploadProgress)
  /// Called for each part of a release that was read back and is right.
  func didVerify(_ part: AuditedPart)
  /// Called before the run waits for a forge.
  func willWait(seconds: Int, reason: String)
  /// Writes a part of an archive to standard output.
  func writeOutput(_ bytes: [UInt8]) throws
}

extension RunReporter {
  package func willPerform(_ entry: Plan.Entry) {}
  package func commandDidWrite(_ output: CommandOutput) {}
  package func warn(_ diagnostic: Diagnostic) {}
  package var showsExportProgress: Bool { false }
  package func exportDidAdvance(_ progress: ExportProgress) {}
  package func exportDidEnd() {}
  package func uploadDidAdvance(_ progress: UploadProgress) {}
  package func didVerify(_ part: AuditedPart) {}
  package func willWait(seconds: Int, reason: String) {}
  package func writeOutput(_ bytes: [UInt8]) throws {}
}

/// Reports waits outside of a run.
struct WaitReporter: RunReporter {
  let report: (_ seconds: Int, _ reason: String) -> Void

  func willWait(seconds: Int, reason: String) { report(seconds, reason) }
}

extension Workspace {
  var waitReporter: WaitReporter { WaitReporter(report: reportWait) }
}

/// A reporter that ignores everything.
package struct SilentReporter: RunReporter {
  package init() {}
}
