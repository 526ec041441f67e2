import Lanes
import TextEditing
import Versioning

/// The files of a project as `commit` has them, by the paths that they have now.
struct CommitFiles: FileReading {
  let commit: ObjectID
  let draft: Draft

  func source(at path: RelativePath) throws -> SourceText? {
    try draft.workspace.contents(of: path, in: commit).map { try SourceText(path: path, fileBytes: $0) }
  }

  func filePaths() throws -> [RelativePath] { try draft.filePaths() }
}
