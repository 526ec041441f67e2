import MartletCore

/// A cache of listings of the whole project and of its history that several steps need. It is valid while one stage is
/// planned, because no effect is performed then.
final class StageCache {
  private var filePaths: [RelativePath]?
  private var tags: [String: ObjectID]?
  private var histories: [CommitRange: [CommitRecord]] = [:]
  private var tagForms: TagForms?
  private var ancestors: [AncestorQuery: ObjectID?] = [:]

  private struct AncestorQuery: Hashable {
    let commit: ObjectID
    let candidates: [ObjectID]
  }

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

  /// - Parameter names: The names of the project, in lower case.
  func tagForms(of workspace: any WorkspaceReading, project names: Set<String>) throws -> TagForms {
    if let tagForms { return tagForms }
    let found = TagForms(try tags(of: workspace).keys, project: names)
    tagForms = found
    return found
  }

  func history(of range: CommitRange, in workspace: any WorkspaceReading) throws -> [CommitRecord] {
    if let known = histories[range] { return known }
    let found = try workspace.history(of: range)
    histories[range] = found
    return found
  }

  func firstAncestor(
    of commit: ObjectID, among candidates: [ObjectID], in workspace: any WorkspaceReading
  ) throws -> ObjectID? {
    let query = AncestorQuery(commit: commit, candidates: candidates)
    if let known = ancestors[query] { return known }
    let found = try workspace.firstAncestor(of: commit, among: candidates)
    ancestors[query] = .some(found)
    return found
  }
}
