import MartletCore

/// What was read of a workspace and its history, kept for all drafts of a command: it is valid until effects are performed.
package final class WorkspaceCache {
  private var head: HeadState?
  private var filePaths: [RelativePath]?
  private var changes: [FileChange]?
  private var tags: [String: ObjectID]?
  private var histories: [CommitRange: [CommitRecord]] = [:]
  /// By the names of the project.
  private var tagForms: [Set<String>: TagForms] = [:]
  private var remoteAddresses: [String]?
  private var listings: [AnyHashable: Any] = [:]
  /// By what is derived, and for which package.
  private var derivations: [Subject: [Derivation]] = [:]

  package init() {}

  /// Removes everything, because effects were performed.
  package func clear() {
    (head, filePaths, changes, tags, remoteAddresses) = (nil, nil, nil, nil, nil)
    (histories, tagForms, listings, derivations) = ([:], [:], [:], [:])
  }

  /// What a draft reads besides the workspace.
  struct State: Equatable {
    /// The complete Releasefile.
    let releasefile: Releasefile
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

  func head(of workspace: any WorkspaceReading) throws -> HeadState {
    if let head { return head }
    let found = try workspace.head()
    head = found
    return found
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

  package func tags(of workspace: any WorkspaceReading) throws -> [String: ObjectID] {
    if let tags { return tags }
    let found = try workspace.tags()
    tags = found
    return found
  }

  /// - Parameter names: The names of the project, in lower case.
  func tagForms(
    of workspace: any WorkspaceReading, project names: Set<String>, contents: (ObjectID) -> TagForms.Contents?
  ) throws -> TagForms {
    if let known = tagForms[names] { return known }
    let tags = try tags(of: workspace)
    let found = TagForms(tags.keys, project: names) { tags[$0].flatMap(contents) }
    tagForms[names] = found
    return found
  }

  /// Returns the value of `key` in `state`, which `derive` finds once.
  func value<Value>(of key: some Hashable, in state: State, derive: () throws -> Value) rethrows -> Value {
    let subject = Subject(key: AnyHashable(key), package: state.package)
    if let known = derivations[subject]?.first(where: { $0.state == state }), let value = known.value as? Value {
      return value
    }
    let found = try derive()
    derivations[subject, default: []].append(Derivation(state: state, value: found))
    return found
  }

  /// Returns the value of `key`, which `derive` finds once in what all drafts have in common.
  package func listing<Value>(of key: some Hashable, derive: () throws -> Value) rethrows -> Value {
    let key = AnyHashable(key)
    if let known = listings[key], let value = known as? Value { return value }
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
}
