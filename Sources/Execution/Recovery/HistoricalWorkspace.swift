import Lanes
import MartletTextEditing
import MartletVersioning

/// The workspace at an earlier moment of a run, so that its lane can be planned again from there. Changes by the run
/// come from its history; everything else is the current state.
package final class HistoricalWorkspace: WorkspaceReading {
  private let workspace: Workspace
  private let history: any RunHistory

  package init(_ workspace: Workspace, to history: any RunHistory) {
    self.workspace = workspace
    self.history = history
  }

  package func source(at path: RelativePath) throws -> SourceText? {
    switch try history.contents(of: path) {
    case .asNow: return try workspace.source(at: path)
    case .absent: return nil
    case .bytes(let bytes):
      do {
        return try SourceText(path: path, fileBytes: bytes)
      } catch {
        throw ExecutionError.notText(path.string, error)
      }
    }
  }

  package func byteCount(at path: RelativePath) throws -> Int? {
    history.hasChanged(path) ? try source(at: path)?.fileBytes.count : try workspace.byteCount(at: path)
  }

  package func filePaths() throws -> [RelativePath] {
    let (created, removed) = (history.createdPaths, history.removedPaths)
    let paths = try workspace.filePaths().filter { !created.contains($0) }
    return removed.isEmpty ? paths : removed.union(paths).sorted()
  }

  package func filePaths(below folder: RelativePath) throws -> [RelativePath] {
    let kept = history.artifacts.keys.filter { $0.hasPrefix("\(folder)/") }.compactMap { RelativePath($0) }
    let paths = try workspace.filePaths(below: folder)
    return kept.isEmpty ? paths : Set(paths).union(kept).sorted()
  }

  package func mayHaveFiles(below folder: RelativePath) throws -> Bool {
    try !history.removedPaths.isEmpty || workspace.mayHaveFiles(below: folder)
  }

  package func artifact(at path: String) throws -> ArtifactContents? {
    try history.artifacts[path] ?? workspace.artifact(at: path)
  }

  package func artifactSize(at path: String) throws -> Int? {
    try history.artifacts[path]?.size ?? workspace.artifactSize(at: path)
  }

  package func releasedArtifacts(matching pattern: String) throws -> [Artifact]? {
    try history.releasedArtifacts(matching: pattern)
  }

  package func problem(with draft: ReleaseDraft, assets: [UnreadArtifact]) -> Failure? {
    workspace.problem(with: draft, assets: assets)
  }

  package func suppliedArtifacts() throws -> SuppliedArtifacts? {
    try workspace.suppliedArtifacts().map { found in
      let kept = history.artifacts.keys.filter { $0.hasPrefix("\(found.folder)/") }
        .map { String($0.dropFirst(found.folder.count + 1)) }
      return SuppliedArtifacts(in: found.folder, names: Set(found.names).union(kept).sorted())
    }
  }

  /// A release that the run was to publish was not there before it.
  package func publishedRelease(
    of tag: String, on repository: ForgeRepository, comparing assets: [Artifact]
  ) throws -> PublishedRelease? {
    history.releasedTags.contains(tag)
      ? nil : try workspace.publishedRelease(of: tag, on: repository, comparing: assets)
  }

  /// The run has not ended, so its own announcements are not among them.
  package func announcedChannels(ofTag tag: String) throws -> [String: String] {
    try workspace.announcedChannels(ofTag: tag)
  }

  package func comparison(of branch: RemoteBranch, with request: TreeRequest) throws -> TreeComparison {
    try workspace.comparison(of: branch, with: request, at: history.branchHeads[branch])
  }

  package func contents(of path: RelativePath, on branch: RemoteBranch) throws -> [UInt8]? {
    try workspace.contents(of: path, on: branch, at: history.branchHeads[branch])
  }

  package func isIgnored(_ path: RelativePath) throws -> Bool { try workspace.isIgnored(path) }

  package func misspelling(among paths: [RelativePath]) throws -> (path: RelativePath, tracked: RelativePath)? {
    try workspace.misspelling(among: paths)
  }

  package func head() throws -> HeadState { try history.head ?? workspace.head() }

  package func changes() throws -> [FileChange] { history.changes(now: try workspace.changes()) }

  package func tags() throws -> [String: ObjectID] {
    try workspace.tags().filter { !history.isLater(tag: $0.key, naming: $0.value) }
  }

  package func tag(named name: String) throws -> ExistingTag? {
    guard let tag = try workspace.tag(named: name) else { return nil }
    return history.isLater(tag: name, naming: tag.target) ? nil : tag
  }

  package func tagGap() throws -> TagGap? { history.hasAllTags ? nil : try workspace.tagGap() }

  package func remoteNames() throws -> [String] { try workspace.remoteNames() }

  package func remoteAddresses() throws -> [String] { try workspace.remoteAddresses() }

  package func remoteAddress(of remote: String) throws -> String? { try workspace.remoteAddress(of: remote) }
  package func webAddress(of remote: String) throws -> String? { try workspace.webAddress(of: remote) }

  package func pushDestination(of branch: String) throws -> PushDestination? {
    try workspace.pushDestination(of: branch)
  }

  package func trackedHead(of destination: PushDestination) throws -> ObjectID? {
    try history.trackedHead(of: destination, now: workspace.trackedHead(of: destination))
  }

  package func distanceFromUpstream(of branch: String) throws -> UpstreamDistance? {
    try workspace.distanceFromUpstream(of: branch).map { history.distance(now: $0) }
  }

  package func commitCount() throws -> Int? { try workspace.commitCount().map { $0 - history.laterCommitCount } }

  /// Commits do not change; only the references do.
  package func history(of range: CommitRange) throws -> [CommitRecord] { try workspace.history(of: range) }

  package func firstAncestor(of commit: ObjectID, among candidates: [ObjectID]) throws -> ObjectID? {
    try workspace.firstAncestor(of: commit, among: candidates)
  }

  package func commit(named name: String) throws -> ObjectID? {
    if name == "HEAD" { return try head().commit }
    let tag = name.hasPrefix("refs/tags/") ? String(name.dropFirst("refs/tags/".count)) : name
    if let found = try workspace.tag(named: tag), history.isLater(tag: tag, naming: found.target) { return nil }
    return try workspace.commit(named: name)
  }

  package func day(of commit: ObjectID) throws -> String { try workspace.day(of: commit) }

  package func contents(of path: RelativePath, in commit: ObjectID) throws -> [UInt8]? {
    try workspace.contents(of: path, in: commit)
  }

  package func paths(differingBetween old: ObjectID, and new: ObjectID) throws -> [RelativePath] {
    try workspace.paths(differingBetween: old, and: new)
  }

  package func unfinishedOperation() throws -> String? { try workspace.unfinishedOperation() }

  package func archiveSource(of revision: String) throws -> ArchiveWrite.Source {
    if revision == "HEAD", let commit = history.head?.commit { return .commit(.existing(commit)) }
    return try workspace.archiveSource(of: revision)
  }

  package func secret(printedBy words: [String]) throws -> Secret? { try workspace.secret(printedBy: words) }

  package func maskedValue(of variable: String) -> Secret? { workspace.maskedValue(of: variable) }

  package var environment: [String: String] { workspace.environment }

  package var today: String { workspace.calendar(at: history.time).day }

  package var minute: String { workspace.calendar(at: history.time).minute }

  package var folderName: String { workspace.folderName }
}
