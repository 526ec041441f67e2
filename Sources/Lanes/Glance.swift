import TextEditing
import Versioning

/// What takes a walk through the whole project to tell, and what several steps ask for: told once while a stage is planned,
/// in which nothing is done.
final class Glance {
  private var filePaths: [RelativePath]?
  private var tags: [String: ObjectID]?

  func filePaths(of workspace: any WorkspaceReading) throws -> [RelativePath] {
    if let filePaths { return filePaths }
    let found = try workspace.filePaths()
    filePaths = found
    return found
  }

  func tags(of workspace: any WorkspaceReading) throws -> [String: ObjectID] {
    if let tags { return tags }
    let found = try workspace.tags()
    tags = found
    return found
  }
}
