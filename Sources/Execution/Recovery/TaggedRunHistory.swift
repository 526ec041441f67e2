import Git
import Lanes
import MartletTextEditing
import MartletVersioning

/// The history of a run that left a tag but no journal. It starts with the files in the parent of the run's first
/// commit, and then applies the plan to them.
package final class TaggedRunHistory: RunHistory {
  private enum Known {
    case bytes([UInt8])
    /// The output of a command, as in that commit.
    case committed(ObjectID)
  }

  let workspace: Workspace
  let trace: PlanTrace
  /// The names of the run's tags at the commit of `trace`.
  private let tags: Set<String>
  let branch: String
  private let assets: ReleasedAssets
  /// The artifacts that the run has made so far, by their paths.
  package private(set) var artifacts: [String: ArtifactContents] = [:]
  /// The parent of the run's first commit, then the run's commits up to the tag.
  let commits: [ObjectID]
  private let changed: Set<RelativePath>
  private let created: Set<RelativePath>
  private let removed: Set<RelativePath>
  package let time: Int64
  /// The contents of files after the stages so far.
  private var known: [RelativePath: Known] = [:]
  private var isOver = false
  /// The results of the stages so far.
  package private(set) var result = StageResult()

  /// Starts before the first stage of the run that made the tag of `trace`.
  ///
  /// - Parameters:
  ///   - tags: The names of the run's tags at that commit.
  ///   - commitCount: The number of commits of the run up to the tag.
  ///   - assets: The assets of the release of that tag.
  /// - Throws: `ExecutionError.historyCutOff`; `Failure.detachedHead` and the like without a branch.
  package init(
    of trace: PlanTrace, with tags: Set<String>, commitCount: Int, on branch: String, assets: ReleasedAssets,
    in workspace: Workspace
  ) throws {
    self.tags = tags
    self.assets = assets
    self.workspace = workspace
    self.trace = trace
    self.branch = branch
    let repository = workspace.repository
    var commits = [trace.commit]
    while commits.count <= commitCount { commits.insert(try repository.parent(of: commits[0]), at: 0) }
    self.commits = commits
    let (first, last) = (commits[0], trace.commit)
    let changed = try first == last ? [] : repository.paths(differingBetween: first, and: last)
    self.changed = Set(changed)
    created = Set(try changed.filter { try repository.contents(of: $0, in: first) == nil })
    removed = Set(try changed.filter { try repository.contents(of: $0, in: last) == nil })
    time = commits.count > 1 ? try repository.commit(commits[1]).committer.time : trace.time
  }

  /// Moves to the moment after `entry`.
  func pass(_ entry: Plan.Entry) throws {
    switch entry.effect {
    case .writeFile(let write): known[destination(of: write.path)] = .bytes(write.contents)
    case .createCommit:
      if let commit = nextCommit { result.commits[entry.number] = commit }
    case .runCommand(let run):
      if let patterns = run.artifacts { try note(patterns.flatMap(assets.artifactsOrFiles(matching:)), of: entry) }
      guard commits.count > 1 else { return }
      let commit = nextCommit ?? trace.commit
      for path in run.outputs { known[destination(of: path)] = .committed(commit) }
      result.files[entry.number] = run.outputs.map { path in
        let bytes = try? workspace.repository.checkedOutContents(of: destination(of: path), in: commit)
        return CommittedFile(path, .init(of: bytes ?? nil))
      }
    case .writeArchive(let write):
      // An export is made again.
      guard case .files = write.source, let path = write.path else { return }
      try note(assets.artifactsOrFiles(matching: path), of: entry)
    case .createTag, .pushRefs, .showMessage, .release, .postMessage, .publishTree: break
    }
  }

  /// Moves to the moment after `plan`. The outputs of its commands are read from the commits.
  package func pass(_ plan: Plan) throws {
    for entry in plan.entries { try pass(entry) }
  }

  /// Notes which files `plan` writes at known paths: a pattern with wildcards does not mean them.
  ///
  /// - Returns: Whether any of the names is new.
  package func noteNames(writtenBy plan: Plan) -> Bool { assets.note(plan.entries.map(\.effect)) }

  private func note(_ found: [Artifact], of entry: Plan.Entry) {
    guard !found.isEmpty else { return }
    result.artifacts[entry.number] = found
    for artifact in found { artifacts[artifact.path] = artifact.contents }
  }

  package func releasedArtifacts(matching pattern: String) throws -> [Artifact]? {
    try assets.artifacts(matching: pattern)
  }

  /// Whether the release has the archive, which may have been made from files that are gone.
  func hasReleased(_ write: ArchiveWrite) throws -> Bool {
    guard case .files = write.source, let path = write.path else { return false }
    return try !assets.artifacts(matching: path).isEmpty
  }

  /// Whether the release has these contents.
  func hasReleased(_ artifact: Artifact) throws -> Bool {
    try artifact.contents != nil && assets.artifacts(matching: artifact.name).first?.contents == artifact.contents
  }

  /// Moves to the current state.
  package func moveToPresent() { isOver = true }

  /// The next commit of the run; nil after the last one.
  var nextCommit: ObjectID? {
    let made = result.commits.count + 1
    return made < commits.count ? commits[made] : nil
  }

  /// The commit that was checked out at that moment.
  var currentCommit: ObjectID { commits[min(result.commits.count, commits.count - 1)] }

  /// Returns the file that `path` leads to, which is the one that is written.
  private func destination(of path: RelativePath) -> RelativePath {
    (try? workspace.disk.destination(of: path)) ?? path
  }

  package var head: HeadState? { isOver ? nil : .branch(branch, currentCommit) }

  package var laterCommitCount: Int { isOver ? 0 : max(0, commits.count - 1 - result.commits.count) }

  package var createdPaths: Set<RelativePath> { isOver ? [] : created.subtracting(known.keys) }

  package var removedPaths: Set<RelativePath> { isOver ? [] : removed.subtracting(known.keys) }

  package func hasChanged(_ path: RelativePath) -> Bool {
    guard !isOver else { return false }
    let path = destination(of: path)
    return known[path] != nil || changed.contains(path)
  }

  package func contents(of path: RelativePath) throws -> HistoricalContents {
    guard hasChanged(path) else { return .asNow }
    let path = destination(of: path)
    switch known[path] {
    case .bytes(let bytes): return .bytes(bytes)
    case .committed(let commit): return try contents(of: path, in: commit)
    case nil: return try contents(of: path, in: commits[0])
    }
  }

  private func contents(of path: RelativePath, in commit: ObjectID) throws -> HistoricalContents {
    try workspace.repository.checkedOutContents(of: path, in: commit).map { .bytes($0) } ?? .absent
  }

  /// The current changes do not show what was changed then.
  package func changes(now: [Lanes.FileChange]) -> [Lanes.FileChange] { isOver ? now : [] }

  /// Commits of other users may have been added since.
  package func distance(now: UpstreamDistance) -> UpstreamDistance {
    isOver
      ? now : UpstreamDistance(upstream: now.upstream, ahead: max(0, now.ahead - laterCommitCount), behind: 0)
  }

  package func isLater(tag name: String, naming target: ObjectID) -> Bool {
    !isOver && (tags.contains(name) || commits.dropFirst().contains(target))
  }

  /// A remote with the run's first commit had the parent of that commit before.
  package func trackedHead(of destination: PushDestination, now: ObjectID?) throws -> ObjectID? {
    guard !isOver, let now, commits.count > 1 else { return now }
    return try workspace.repository.isAncestor(commits[1], of: now) ? commits[0] : now
  }
}

extension Repository {
  /// Returns the first parent of a commit of the run.
  fileprivate func parent(of commit: ObjectID) throws -> ObjectID {
    guard let parent = try self.commit(commit).parents.first, (try? self.commit(parent)) != nil else {
      throw ExecutionError.historyCutOff(commit)
    }
    return parent
  }
}
