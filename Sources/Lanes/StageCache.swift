import MartletTextEditing
import MartletVersioning

/// A cache of listings of the whole project that several steps need. It is valid while one stage is planned, because no
/// effect is performed then.
final class StageCache {
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
