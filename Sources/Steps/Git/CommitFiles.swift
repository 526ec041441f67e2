import Lanes
import MartletCore

/// The files of a project at `commit`, listed by their current paths.
struct CommitFiles: FileReading {
  let commit: ObjectID
  let draft: Draft

  func source(at path: RelativePath) throws -> SourceText? {
    try draft.workspace.contents(of: path, in: commit).map { try SourceText(path: path, fileBytes: $0) }
  }

  func filePaths() throws -> [RelativePath] { try draft.filePaths() }
}
