import MartletCore

/// A cache of listings of the whole project and of its history that several steps need. It is valid while one stage is
/// planned, because no effect is performed then.
final class StageCache {
  private var filePaths: [RelativePath]?
  private var changes: [FileChange]?
  private var tags: [String: ObjectID]?
  private var histories: [CommitRange: [CommitRecord]] = [:]
  private var tagForms: TagForms?
  private var ancestors: [AncestorQuery: ObjectID?] = [:]

  private var remoteAddresses: [String]?
  private var listings: [AnyHashable: Any] = [:]
  /// By what is derived, and for which package.
  private var derivations: [Subject: [Derivation]] = [:]

  /// What a draft reads besides the workspace, which does not change while a stage is planned.
  struct State: Equatable {
    /// The new contents of the files that the stage changes.
    let texts: [RelativePath: SourceText]
    let version: VersionState?
    /// The name of the current package; empty: the project.
    let package: String
  }

  private struct Subject: Hashable {
    let key: AnyHashable
    let package: String
  }

  private struct Derivation {
    let state: State
    let value: Any
  }

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

  func changes(of workspace: any WorkspaceReading) throws -> [FileChange] {
    if let changes { return changes }
    let found = try workspace.changes()
    changes = found
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

  /// Returns the value of `key` in `state`, which `derive` finds once.
  func value<Value>(of key: some Hashable, in state: State, derive: () throws -> Value) rethrows -> Value {
    let subject = Subject(key: AnyHashable(key), package: state.package)
    if let known = derivations[subject]?.first(where: { $0.state == state })?.value as? Value { return known }
    let found = try derive()
    derivations[subject, default: []].append(Derivation(state: state, value: found))
    return found
  }

  /// Returns the value of `key`, which `derive` finds once in what all drafts of the stage have in common.
  func listing<Value>(of key: some Hashable, derive: () throws -> Value) rethrows -> Value {
    let key = AnyHashable(key)
    if let known = listings[key] as? Value { return known }
    let found = try derive()
    listings[key] = found
    return found
  }

  func remoteAddresses(of workspace: any WorkspaceReading) throws -> [String] {
    if let remoteAddresses { return remoteAddresses }
    let found = try workspace.remoteAddresses()
    remoteAddresses = found
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
