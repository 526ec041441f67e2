import Git
import Lanes
import MartletCore

/// Signs the copy of a file that the run keeps.
struct SignaturePerformer: EffectPerformer {
  let signature: FileSignature

  func verify(in workspace: Workspace, after pending: inout PendingChanges) throws {
    try ArchiveFile.check("\(workspace.root)/\(signature.path)")
    try workspace.repository.checkFileSigner()
    try pending.trySigning(in: workspace)
  }

  var aspects: Expectation.Aspects { [.project, .identity] }

  func prepare(in workspace: Workspace, _ run: RunState) throws -> any PreparedEffect {
    try PreparedSignature(signature, in: workspace, run)
  }
}

/// A signature that becomes a file.
private struct PreparedSignature: PreparedEffect {
  let change: Change
  private let signature: FileSignature
  private let workspace: Workspace
  private let folder: RunFolder
  private let file: ArchiveFile

  init(_ signature: FileSignature, in workspace: Workspace, _ run: RunState) throws {
    (self.signature, self.workspace, folder) = (signature, workspace, run.folder)
    file = try ArchiveFile("\(workspace.root)/\(signature.path)", token: run.folder.token(of: run.entry))
    do {
      change = try file.placement(keepingAs: .archive, in: run).map { .export([$0]) } ?? .nothing
    } catch {
      file.discard()
      throw error
    }
  }

  func stage() throws {
    guard let contents = signature.artifact.contents else {
      throw ExecutionError.unknownContents(signature.artifact.path)
    }
    try workspace.keepAgain(signature.artifact, contents, in: folder)
    let bytes = try Disk.contents(of: folder.artifactPath(of: contents.digest))
    let text = try workspace.repository.signature(
      ofFile: bytes, isInteractive: workspace.isInteractive)
    try file.append(Array(text.utf8))
    try file.finish()
  }

  func perform(_ run: inout RunState) throws {
    try file.moveIntoPlace()
    run.outcome.artifacts = try BuiltArtifacts.keep([signature.path], at: [file.path], in: run.folder)
  }
}
