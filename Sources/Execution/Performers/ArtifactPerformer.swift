import Lanes
import MartletCore
import SystemAPI

/// Keeps a copy of a file.
struct ArtifactPerformer: EffectPerformer {
  let artifact: Artifact

  func isPerformed(in workspace: Workspace, _ run: RunState) -> Change? {
    artifact.contents.map(run.folder.holds) == true ? .nothing : nil
  }

  func prepare(in workspace: Workspace, _ run: RunState) -> any PreparedEffect {
    PreparedAction(.nothing) { run in
      guard let contents = artifact.contents else { throw ExecutionError.unknownContents(artifact.path) }
      guard try workspace.keepsCopy(of: artifact, contents, in: run.folder) else {
        let isThere = access(try workspace.absoluteArtifactPath(artifact.path), F_OK) == 0
        throw isThere
          ? ExecutionError.changedSincePlan(artifact.path) : .lostArtifact(artifact.path, contents.digest)
      }
      try run.folder.checkArchive(artifact, holding: contents)
    }
  }
}

extension ExecutionError {
  /// The journal does not hold the planned contents of a file.
  static func unknownContents(_ path: String) -> ExecutionError {
    .failed(
      Failure(
        "the journal does not hold the planned contents of `\(path)`",
        hint: "undo the run with `martlet undo`, then run the lane again"))
  }
}
